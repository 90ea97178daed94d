/** A call of the client API, as the published document has it. */
export interface ClientOperation {
  /** Method and path, which name it. */
  id: string;
  method: string;
  /** Path with examples of its parameters, and the query that it must have. */
  target: string;
  summary: string;
  body: { type: string; text: string } | undefined;
}

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const treeOf = (value: unknown): Tree => (isTree(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Parameter {
  name: string;
  position: string;
  required: boolean;
  example: string;
}

function parameterOf(value: unknown): Parameter {
  const { name, in: position, required, example, schema } = treeOf(value);
  const { examples } = treeOf(schema);
  return {
    name: textOf(name),
    position: textOf(position),
    required: required === true,
    example: textOf(example) || textOf(listOf(examples)[0]),
  };
}

function targetOf(path: string, parameters: readonly Parameter[]): string {
  const filled = path.replaceAll(/\{(?<name>[^}]+)\}/gu, (hole: string, name: string) => {
    const example = parameters.find((one) => one.position === 'path' && one.name === name)?.example;
    return example ? encodeURIComponent(example) : hole;
  });
  const needed = parameters.filter(({ position, required }) => position === 'query' && required);
  const query = new URLSearchParams(needed.map(({ name, example }) => [name, example])).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

function bodyOf(request: unknown): ClientOperation['body'] {
  const [type, content] = Object.entries(treeOf(treeOf(request)['content']))[0] ?? [];
  if (type === undefined) return undefined;
  const { example = {} } = treeOf(content);
  return { type, text: typeof example === 'string' ? example : JSON.stringify(example, undefined, 2) };
}

/** Reads the calls of the client API from its published document, with examples filled in. */
export function readOperations(openapi: unknown): ClientOperation[] {
  return Object.entries(treeOf(treeOf(openapi)['paths'])).flatMap(([path, methods]) =>
    Object.entries(treeOf(methods)).map(([method, operation]) => {
      const { summary, parameters, requestBody } = treeOf(operation);
      return {
        id: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        target: targetOf(path, listOf(parameters).map(parameterOf)),
        summary: textOf(summary),
        body: bodyOf(requestBody),
      };
    }),
  );
}
