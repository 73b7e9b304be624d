// Loaded into the service and the runner (NODE_OPTIONS=--import): shifts their clocks by CLOCK_OFFSET_MS to the time of the recording.
// Times near that of the recording count as the current time, in the recorded responses and in the content they were made from.
const offset = Number(process.env.CLOCK_OFFSET_MS);

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + offset] : args, newTarget),
  apply: (target) => new target(target.now() + offset).toString(),
  get: (target, name) => (name === 'now' ? () => target.now() + offset : target[name]),
});
