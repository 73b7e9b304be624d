/**
 * Forbids writing to a response in a loop: nothing else is served while a loop writes to a client that reads fast enough, and
 * nothing bounds how many such loops there are. `StreamsService.send` writes what a generator yields, and bounds both.
 */
const LOOPS = ['ForStatement', 'WhileStatement', 'DoWhileStatement', 'ForOfStatement', 'ForInStatement'];
const RESPONSE = /^(?:res|response|\w*Response)$/;

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: { loop: 'Write to a response in a loop only through StreamsService.send.' },
  },
  create(context) {
    const isInLoop = (node) => {
      for (let around = node.parent; around; around = around.parent) if (LOOPS.includes(around.type)) return true;
      return false;
    };
    const check = (node, target) => {
      if (target?.type === 'Identifier' && RESPONSE.test(target.name) && isInLoop(node))
        context.report({ node, messageId: 'loop' });
    };
    return {
      // response.write(…), and helpers that are handed the response: drained(response), this.write(response, …).
      CallExpression(node) {
        const { callee } = node;
        if (callee.type === 'MemberExpression' && callee.property.name === 'write') check(node, callee.object);
        const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
        if (/^(?:write|send|drain)/.test(name ?? '')) for (const argument of node.arguments) check(node, argument);
      },
    };
  },
};
