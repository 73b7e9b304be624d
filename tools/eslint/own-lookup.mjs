import ts from 'typescript';

/**
 * Forbids `TABLE[name]` where TABLE is an object literal and `name` may be any text: a request that names `constructor`
 * or `toString` finds what every object inherits. Use a Map, or check Object.hasOwn(TABLE, name) in the same function.
 */
export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: { inherited: '`{{table}}` inherits from Object.prototype: use a Map, or check Object.hasOwn first.' },
  },
  create(context) {
    const { esTreeNodeToTSNodeMap, program } = context.sourceCode.parserServices;
    const typeOf = (node) => program.getTypeChecker().getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));
    const { scopeManager } = context.sourceCode;

    function initialiser(identifier) {
      for (let scope = context.sourceCode.getScope(identifier); scope; scope = scope.upper) {
        const [definition] = scope.set.get(identifier.name)?.defs ?? [];
        if (definition) return definition.node.init;
      }
      return undefined;
    }

    function isChecked({ object, property, parent }) {
      const call = `Object.hasOwn(${context.sourceCode.getText(object)}, ${context.sourceCode.getText(property)})`;
      let around = parent;
      while (around.parent && !scopeManager.acquire(around)) around = around.parent;
      return context.sourceCode.getText(around).includes(call);
    }

    return {
      'MemberExpression[computed=true][object.type="Identifier"]'(node) {
        if (!isObjectLiteral(initialiser(node.object)) || !canBeAnyText(typeOf(node.property)) || isChecked(node))
          return;
        context.report({ node, messageId: 'inherited', data: { table: node.object.name } });
      },
    };
  },
};

function isObjectLiteral(node) {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression')
    return isObjectLiteral(node.expression);
  return node?.type === 'ObjectExpression' && node.properties.length > 0;
}

function canBeAnyText(type) {
  if (type.isUnion()) return type.types.some(canBeAnyText);
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}
