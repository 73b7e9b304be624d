export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --line: color-mix(in srgb, currentColor 20%, transparent);
  --soft: color-mix(in srgb, currentColor 6%, transparent);
}
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h2, article, details { scroll-margin-top: 1rem; }
a { color: light-dark(#0b57d0, #8ab4f8); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
pre { background: var(--soft); padding: .75rem; overflow: auto; max-height: 30rem; white-space: pre-wrap; overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: 0 .75rem; }
summary { cursor: pointer; padding: .5rem 0; }
summary b { display: inline-block; min-width: 4.5rem; font: 700 .8em ui-monospace, monospace; }
summary span { opacity: .75; margin-left: .5rem; }
.get b { color: light-dark(#0a6b2d, #6fdc8c); }
.post b { color: light-dark(#0b57d0, #8ab4f8); }
.delete b { color: light-dark(#b3261e, #ff8a80); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line); }
input, select, button { font: inherit; max-width: 14rem; }
.sign-in label { margin-right: 1rem; }
textarea { font: .9em/1.5 ui-monospace, monospace; width: 100%; }
small { opacity: .75; }
`;
