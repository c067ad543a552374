// Questions in a frame (`questions=1`): before a step is seen for the first time, the reader says what
// will happen. What was chosen is told to the page around the frame, and to nobody but the origin that
// it named as its own (`parent=`); without one, it stays here.
(() => {
  // So much of it right, and it is passed.
  const PASS = 0.7;
  const EVENTS = ["predict", "checkpass", "checkfail"];
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  if (asked.questions !== "1") return;

  const host = parent === window ? null : parent;
  const listens = new Set();
  addEventListener("message", ({ source, data }) => {
    if (source !== host || data?.context !== "mirrorpod" || !EVENTS.includes(data.value)) return;
    if (data.method === "addEventListener") listens.add(data.value);
    if (data.method === "removeEventListener") listens.delete(data.value);
  });
  const tell = (event, data) => {
    if (!host || !asked.parent || !listens.has(event)) return;
    try {
      host.postMessage({ context: "mirrorpod", version: 1, event, data }, asked.parent);
    } catch {
      // It is no origin: then there is nobody to tell.
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    const player = document.getElementById("player");
    const dialog = document.getElementById("question");
    const { lesson, ui } = JSON.parse(document.getElementById("words").textContent);
    const part = (name) => dialog.querySelector(`[data-part="${name}"]`);
    // Each question once, by its step; and of each that was answered, whether rightly.
    const ahead = new Map(lesson.steps.map(({ id, predict }) => [id, [...(predict ?? [])]]));
    const all = [...ahead.values()].flat().length;
    const answers = [];

    const press = (act) => player.querySelector(`[data-act="${act}"]`).click();
    const look = () => {
      const { step, playing, phase } = player.dataset;
      if (phase === "ended") finish();
      if (playing !== "true" || dialog.open || !ahead.get(step)?.length) return;
      press("play");
      show(step, lesson.steps.find(({ id }) => id === step).predict.length);
    };
    // In a task of its own: the press that made it play is over by then.
    const soon = () => setTimeout(look);
    new MutationObserver(soon).observe(player, { attributeFilter: ["data-step", "data-playing", "data-phase"] });
    // However it is left, the lesson goes on; a step with two questions asks the other one then.
    dialog.addEventListener("close", () => press("play"));
    part("go-on").addEventListener("click", () => dialog.close());

    function show(step, count) {
      const question = ahead.get(step).shift();
      const id = `${step}-${count - ahead.get(step).length}`;
      part("asked").innerHTML = question.question;
      part("said").replaceChildren();
      part("options").replaceChildren(...question.options.map((html, n) => {
        const button = document.createElement("button");
        button.type = "button";
        button.innerHTML = html;
        button.addEventListener("click", () => choose(id, step, question, n));
        const item = document.createElement("li");
        item.append(button);
        return item;
      }));
      dialog.showModal();
    }

    function choose(id, step, question, choice) {
      const correct = choice === question.answer;
      for (const [n, button] of part("options").querySelectorAll("button").entries()) {
        button.disabled = true;
        if (n === question.answer) button.dataset.is = "right";
        else if (n === choice) button.dataset.is = "wrong";
      }
      const verdict = document.createElement("strong");
      verdict.textContent = ui[correct ? "lesson.predict.right" : "lesson.predict.wrong"];
      const because = document.createElement("span");
      because.innerHTML = question.because;
      part("said").replaceChildren(verdict, " ", because);
      part("go-on").focus();
      answers.push(correct);
      tell("predict", { id, step, choice, correct });
    }

    function finish() {
      if (!all || answers.told) return;
      answers.told = true;
      const score = answers.filter(Boolean).length / all;
      tell(score >= PASS ? "checkpass" : "checkfail", { id: player.dataset.lesson, score });
    }
  });
})();
