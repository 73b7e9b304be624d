/**
 * Forbids tests that assert nothing. A test asserts by `expect`, by an assertion of `node:assert` or fast-check, by waiting for a
 * condition (`until…`, `waitFor`, which fail when it does not come true), by `throw`, or by using a function that asserts: one of
 * the same file, or one of another file that says so by its name (`expect…`, `assert…`).
 */
const ASSERTION = /^(?:expect|assert|until|waitFor|throw)/;

export default {
  meta: { type: 'problem', schema: [], messages: { nothing: 'This test asserts nothing.' } },
  create(context) {
    const tests = [];
    /** Functions and values of the file, by name. */
    const functions = new Map();
    const { visitorKeys } = context.sourceCode;

    function* names(node) {
      if (node.type === 'Identifier') yield node.name;
      if (node.type === 'ThrowStatement') yield 'throw';
      for (const key of visitorKeys[node.type] ?? [])
        for (const child of [node[key]].flat()) if (child) yield* names(child);
    }

    function asserts(node, seen = new Set()) {
      for (const name of names(node)) {
        if (ASSERTION.test(name)) return true;
        if (seen.has(name)) continue;
        seen.add(name);
        if ((functions.get(name) ?? []).some((one) => asserts(one, seen))) return true;
      }
      return false;
    }

    const declare = (name, node) => functions.set(name, [...(functions.get(name) ?? []), node]);
    return {
      'FunctionDeclaration[id]': (node) => declare(node.id.name, node.body),
      'VariableDeclarator[id.type="Identifier"][init]': (node) => declare(node.id.name, node.init),
      CallExpression(node) {
        const run = node.arguments.slice(1).find((one) => /Function/.test(one.type) || one.type === 'Identifier');
        if (run && isTest(node.callee)) tests.push({ node, run });
      },
      'Program:exit'() {
        for (const { node, run } of tests) if (!asserts(run)) context.report({ node, messageId: 'nothing' });
      },
    };
  },
};

/** `test`, `it`, and what `test.each(…)` returns. */
function isTest(callee) {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it';
  return callee.type === 'CallExpression' && callee.callee.property?.name === 'each' && isTest(callee.callee.object);
}
