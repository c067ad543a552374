// How far somebody is in a lesson, from what its frame says. Pure: messages go in, and out comes what
// happened, in plain words that xAPI, SCORM and cmi5 can be made of.
//
// A step counts once it has been on stage, by whatever way; while somebody drags the scrubber, only
// where they let go does. A lesson is complete when every step has been on stage and its end was
// reached. Times are in milliseconds of display time.
// Licensed under Apache-2.0; use it in any page.

export class Progress {
  /**
   * `kept`: what an earlier visit left (`kept` gives it): `seen`, ids of steps, and `ended`.
   * `from`, `to`: the first and last step that the frame lets be seen, if it was told so.
   */
  constructor({ seen = [], ended = false, isComplete = false, from, to } = {}) {
    this.all = { from, to };
    this.seen = new Set(seen);
    this.ended = ended;
    this.isComplete = isComplete;
    this.steps = [];
    // What the frame last said of itself; nothing before it is there.
    this.state = null;
    this.time = 0;
    this.isSeeking = false;
    // Where it stood before a leap of which it is not yet known where it ends.
    this.leapt = null;
  }

  /** The share of steps that were on stage, from 0 to 1. */
  get share() {
    if (this.steps.length === 0) return 0;
    return this.steps.filter((it) => this.seen.has(it)).length / this.steps.length;
  }

  /** What another visit needs to go on from here. */
  get kept() {
    return { seen: this.steps.filter((it) => this.seen.has(it)), ended: this.ended };
  }

  /** Hears an event of the frame, or its `state`; gives what happened, in order. */
  hear(event, data) {
    switch (event) {
      case "state":
        return this.#stands(data);
      case "play":
        return this.#acts("played");
      case "pause":
        return this.#acts("paused");
      case "seeking":
        this.leapt ??= this.time;
        this.isSeeking = true;
        return [];
      case "seeked":
        // Where that is, the state says, for which whoever listens asks now.
        this.leapt ??= this.time;
        this.isSeeking = false;
        return [];
      case "stepchange":
        if (this.state) this.state = { ...this.state, step: data.step, t: 0 };
        return this.isSeeking ? [] : this.#shows(data.step);
      case "timeupdate":
        this.time = data.t;
        return [];
      case "predict":
        // Which frames tell only to the page that they name as their own.
        return this.state === null ? [] : [{ what: "answered", ...data }];
      case "ended":
        this.ended = true;
        return this.#completes();
      default:
        return [];
    }
  }

  #stands(state) {
    const happened = [];
    if (this.state === null) happened.push({ what: "initialized" });
    this.state = state;
    this.steps = within(state.steps, this.all);
    if (this.isSeeking) return happened;
    if (this.leapt !== null && Math.abs(state.time - this.leapt) >= 1) {
      happened.push({ what: "seeked", step: state.step, from: this.leapt, to: state.time });
    }
    this.leapt = null;
    this.time = state.time;
    if (state.ended) this.ended = true;
    return [...happened, ...this.#shows(state.step)];
  }

  #shows(step) {
    if (!this.steps.includes(step) || this.seen.has(step)) return this.#completes();
    this.seen.add(step);
    return [{ what: "progressed", step, share: this.share }, ...this.#completes()];
  }

  #completes() {
    if (this.isComplete || !this.ended || this.steps.length === 0 || this.share < 1) return [];
    this.isComplete = true;
    return [{ what: "completed" }];
  }

  #acts(what) {
    return this.state === null ? [] : [{ what, step: this.state.step, time: this.time }];
  }
}

/** The steps from one to another; an end that is none of them does not count. */
function within(steps, { from, to }) {
  const [first, last] = [steps.indexOf(from), steps.indexOf(to)];
  return steps.slice(first < 0 ? 0 : first, last < 0 ? steps.length : last + 1);
}
