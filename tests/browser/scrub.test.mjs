// Time travel: a moment looks the same from wherever one comes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, WIDE, act, check, follow, lesson, state, until, visit } from "./player.mjs";

/** A picture as text: elements in paint order, with their attributes in the order of names. */
function picture(page, part = "stage") {
  return page.evaluate((part) => {
    const show = (element) => {
      const attributes = [...element.attributes].map((it) => `${it.name}=${it.value}`).sort();
      return `${element.tagName} ${attributes.join(" ")} ${element.textContent}`;
    };
    const svg = document.querySelector(`#player [data-part=${part}] svg`);
    return [svg.getAttribute("viewBox"), ...[...svg.children].map(show)].join("\n");
  }, part);
}

/** Draws the scrubber through these places, from 0 to 1 of its width, and tells what is seen. */
async function draw(page, places) {
  const box = await page.locator("[data-part=lanes]").boundingBox();
  const y = box.y + box.height / 2;
  const x = (place) => Math.round(box.x + box.width * place);
  const seen = new Map();
  await page.mouse.move(x(places[0]), y);
  await page.mouse.down();
  for (const place of places) {
    await page.mouse.move(x(place), y);
    const { displayMs, phase } = await state(page);
    assert.equal(phase, "seeking");
    seen.set(place, { displayMs, stage: await picture(page), lanes: await picture(page, "lanes") });
  }
  await page.mouse.up();
  return seen;
}

for (const [name, context] of [["wide", WIDE], ["phone", PHONE]]) {
  check(
    `scrubbed forwards and backwards every moment is the same picture: ${name}`,
    lesson("en"),
    { context },
    async (page) => {
      const places = Array.from({ length: 41 }, (_, n) => 0.14 + n * 0.0205);
      const forwards = await draw(page, places);
      const backwards = await draw(page, [...places].reverse());
      const leaps = await draw(page, places.map((_, n) => places[(n * 17) % places.length]));
      for (const [place, there] of forwards) {
        assert.deepEqual(backwards.get(place), there, `backwards at ${place}`);
        assert.deepEqual(leaps.get(place), there, `leaping to ${place}`);
      }
      const pictures = new Set([...forwards.values()].map((it) => it.stage));
      assert.ok(pictures.size > 30, "the places show different moments");
    },
  );
}

test("a page that opens at a moment shows what one sees who scrubbed there", async () => {
  const moment = "#step=delete&t=4200";
  const pictures = async (page) => [await picture(page), await picture(page, "lanes")];
  let scrubbed;
  await visit(lesson("en"), {}, async (page) => {
    await draw(page, [0.9, 0.3, 0.6]);
    await follow(page, moment);
    await until(page, { step: "delete", phase: "paused" });
    scrubbed = await pictures(page);
  });
  await visit(lesson("en", moment), {}, async (page) => {
    assert.deepEqual(await pictures(page), scrubbed);
  });
});

check("scrubbing while it plays resumes where it was dropped", lesson("en"), {}, async (page) => {
  await act(page, "play");
  const seen = await draw(page, [0.3, 0.5]);
  const { displayMs, playing } = await state(page);
  assert.equal(playing, true);
  assert.ok(displayMs - seen.get(0.5).displayMs < 2_000);
});

check(
  "single events lead forwards and back through the same pictures",
  lesson("en", "#step=mirror"),
  {},
  async (page) => {
    const seen = [];
    for (let n = 0; n < 12; n += 1) {
      await act(page, "next-event");
      seen.push([(await state(page)).entry, await picture(page)]);
    }
    assert.ok(seen.every(([entry], n) => n === 0 || entry > seen[n - 1][0]));
    for (const there of seen.slice(0, -1).reverse()) {
      await act(page, "prev-event");
      assert.deepEqual([(await state(page)).entry, await picture(page)], there);
    }
  },
);
