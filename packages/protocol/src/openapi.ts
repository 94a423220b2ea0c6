import * as z from 'zod/mini';
import { refusal, success } from './envelope.ts';
import { REFUSALS } from './errors/catalogue.ts';
import { refusalsOf } from './refusals-of.ts';
import type { Route } from './route.ts';

/** Returns the JSON Schema of the wire format: a codec's outer side, with the descriptions of its fields. */
const wireSchema = (schema: z.ZodMiniType) => {
  const { $schema: _dialect, ...body } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return body;
};

/** Builds the OpenAPI document of the given routes: derived, so that it can never differ from the code. */
export function openApi(routes: readonly Route[], server: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tidemark', version: '1', description: 'Amounts and ids are decimal text, times milliseconds UTC.' },
    servers: [{ url: server }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  };
}

function operation(route: Route) {
  return {
    summary: route.description,
    ...(route.access === 'visitor' ? {} : { security: [{ token: [] }] }),
    ...(route.beyond ? { 'x-beyond': true } : {}),
    parameters: [...(route.effect ? [IDEMPOTENCY_KEY] : []), ...(route.method === 'GET' ? queryOf(route) : [])],
    ...(route.method === 'GET' ? {} : { requestBody: { content: bodyOf(route) } }),
    responses: { 200: successAnswer(route), ...refusalAnswers(route) },
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'UUIDv7, created and stored before sending; a repetition returns the first answer.',
  schema: { type: 'string', format: 'uuid' },
};

const FILE = { type: 'string', format: 'binary' };

/** Adds the file itself to the fields of an upload. */
const withFile = ({ properties, required = [], ...rest }: { properties?: object; required?: string[] }) => ({
  ...rest,
  properties: { ...properties, file: FILE },
  required: [...required, 'file'],
});

function bodyOf(route: Route) {
  const schema = wireSchema(route.request);
  if (route.upload) return { 'multipart/form-data': { schema: withFile(schema) } };
  return { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } };
}

function queryOf(route: Route) {
  const { properties = {}, required = [] } = wireSchema(route.request) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const answer = (description: string, schema: unknown) => ({ description, content: { 'application/json': { schema } } });

const successAnswer = (route: Route) =>
  route.download === undefined
    ? answer('Done.', wireSchema(success(route.response)))
    : { description: 'The file.', content: { [route.download]: { schema: FILE } } };

/** Merges refusals that share an HTTP status into one response that names them all. */
function refusalAnswers(route: Route) {
  const byStatus = Map.groupBy(refusalsOf(route), (code) => REFUSALS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      answer(codes.join(', '), { ...wireSchema(refusal), 'x-errors': codes }),
    ]),
  );
}
