import { Ajv2020 } from 'ajv/dist/2020.js';
import { openStack } from '../stack/shared-stack.ts';
import { openDemoUser } from '../torture/journey-client.ts';
import type { Trial } from '../trial/trial.ts';

type Schema = Record<string, unknown>;
type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  security?: unknown;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type OpenApi = { paths: Record<string, Record<string, Operation>> };

const FORM = 'application/x-www-form-urlencoded';
const FILE_FORM = 'multipart/form-data';

/** Smallest possible picture. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const UNAUTHORIZED = 401;
/** The only read that ends its session. */
const LOGOUT = '/user/logout';
const CALLS_AT_ONCE = 4;

/** Independent API client that uses only the published OpenAPI page. */
export const api: Trial = {
  name: 'api',
  claim: 'The OpenAPI page alone is enough to call every route, and every answer is as it says.',
  touches: ['apps/server/src/modules/', 'apps/server/src/bin/', 'packages/protocol/'],
  seconds: 60,
  run: async ({ print }) => {
    const stack = await openStack('proof-api', { apis: 1, gateways: 1, feeds: 1, engines: 1 });
    try {
      const document = (await (await fetch(`${stack.edgeUrl}/api/docs/openapi.json`)).json()) as OpenApi; // Checked on use.
      const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
      );
      const { token: reader } = await openDemoUser(stack, 'reader');
      // One user for all reads, and one for each other call, which may end its user's session or spend their money.
      const tokenOf = async (index: number, { path, method }: { path: string; method: string }) =>
        method === 'get' && path !== LOGOUT ? reader : (await openDemoUser(stack, `caller-${index}`)).token;
      let wrong = 0;
      let answers = 0;
      const waiting = calls.entries();
      const work = async () => {
        for (const [index, { path, method, operation }] of waiting) {
          const own = operation.security === undefined ? [] : [await tokenOf(index, { path, method }), 'no-such-token'];
          for (const authorization of [...own, '']) {
            const url = `${stack.edgeUrl}/api${path}`;
            const { status, complaint } = await check(url, method.toUpperCase(), operation, authorization);
            const isEnded = authorization === reader && status === UNAUTHORIZED;
            answers += 1;
            if (complaint === undefined && !isEnded) continue;
            wrong += 1;
            print(`${method.toUpperCase()} ${path}: ${complaint ?? 'the session of all reads has ended'}`);
          }
        }
      };
      await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
      return {
        holds: wrong === 0 && calls.length > 0,
        figure: `${calls.length} routes, ${answers} answers, ${wrong} not as described`,
      };
    } finally {
      await stack.stop();
    }
  },
};

async function check(
  url: string,
  method: string,
  operation: Operation,
  authorization: string,
): Promise<{ status: number; complaint?: string }> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const query = new URLSearchParams(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, exampleOf(schema)])),
  );
  const body = bodyOf(operation);
  const response = await fetch(`${url}?${query}`, {
    method,
    headers: { ...(authorization && { authorization }) },
    ...(body && { body }),
  });
  const { status } = response;
  const described = operation.responses[String(status)]?.content?.['application/json']?.schema;
  if (described === undefined) return { status, complaint: `status ${status} is not described` };
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(described);
  return validate(await response.json()) ? { status } : { status, complaint: JSON.stringify(validate.errors) };
}

/** Builds the form that the page describes; `fetch` names its content type. */
function bodyOf({ requestBody }: Operation): URLSearchParams | FormData | undefined {
  const fields = requestBody?.content?.[FORM]?.schema;
  if (fields !== undefined) return new URLSearchParams(fieldsOf(fields));
  const upload = requestBody?.content?.[FILE_FORM]?.schema;
  if (upload === undefined) return undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(upload)))
    form.append(name, isFile(upload, name) ? new Blob([PICTURE]) : value);
  return form;
}

const isFile = ({ properties }: Schema, name: string) =>
  (properties as Record<string, Schema>)[name]?.format === 'binary';

/** Returns the required fields with the page's examples. */
function fieldsOf(schema: Schema): Record<string, string> {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] };
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
}

function exampleOf(schema: Schema): string {
  const {
    example,
    enum: values,
    const: only,
    anyOf,
    default: fallback,
    pattern,
  } = schema as {
    example?: unknown;
    enum?: unknown[];
    const?: unknown;
    anyOf?: Schema[];
    default?: unknown;
    pattern?: string;
  };
  if (fallback !== undefined) return String(fallback);
  if (example !== undefined) return String(example);
  if (only !== undefined) return String(only);
  if (values?.[0] !== undefined) return String(values[0]);
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0]);
  return pattern === '^\\d{6}$' ? '123456' : 'example';
}
