import type { Input, Output, Route } from '@app/protocol';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { refuseWith } from './accept.ts';
import { admit } from './admit.ts';
import type { Caller, Http } from './caller.ts';
import { readInput } from './serve.ts';
import { inTraceOf } from './trace-requests.ts';

/** Route that takes one file and returns its URL. */
type UploadRoute = Route & { readonly upload?: true; readonly response: z.ZodMiniType<{ url: string }> };

export type UploadHandling<R extends UploadRoute> = {
  readonly bytesMax: number;
  readonly handle: (bytes: Buffer, input: Input<R>, caller: Caller) => Promise<Output<R>>;
};

const FIELD = 'file';
const LIMITS = { files: 1, fields: 8, parts: 9, fieldSize: 1_024, fieldNameSize: 100, headerPairs: 16 };
/** Maximum bytes of boundaries, headers and other fields around the file. */
const FRAME_BYTES_MAX = 16 * 1024;

/**
 * Binds a route whose body is a file. Multipart is parsed only in its own scope: no other route accepts such a body.
 */
export function serveUpload<R extends UploadRoute>(http: Http, route: R, handling: UploadHandling<R>): void {
  http.bound.add(route);
  void http.app.register((scope, _options, done) => {
    void scope.register(multipart, { limits: { ...LIMITS, fileSize: handling.bytesMax } });
    scope.route({
      method: route.method,
      url: `/api${route.path}`,
      onRequest: (request, _reply, next) => {
        nameLanguage(request);
        next();
      },
      handler: async (request, reply) => {
        const caller = (await admit(http, route, { request, reply })) ?? refuseWith('login_required');
        const { bytes, fields } = await readForm(request, handling.bytesMax);
        const input = readInput(route, request, fields);
        const output = await inTraceOf(request, () =>
          handling.handle(bytes ?? refuseWith('upload_failed'), input, caller),
        );
        return { type: 'ok', code: 1, message: output.url, data: z.encode(route.response, output) };
      },
    });
    done();
  });
}

const LANGUAGES: Readonly<Record<string, string>> = { 'zh-cn': 'zh', 'zh-tw': 'hk' };

/** Sets the language of an upload from its header, one of three (spec 7); everything else here reads it as a field. */
function nameLanguage({ query, headers }: FastifyRequest): void {
  const [first = ''] = (headers['accept-language'] ?? '').toLowerCase().split(/[,;]/);
  Object.assign(query as object, { lang: LANGUAGES[first.trim()] ?? 'en' }); // Parsed by us: always an object.
}

type Form = { readonly bytes: Buffer | undefined; readonly fields: Readonly<Record<string, unknown>> };

/**
 * Reads one file, in its field, and the other fields; of a repeated one the first. The rest is read and dropped, so
 * that the connection stays usable.
 */
async function readForm(request: FastifyRequest, bytesMax: number): Promise<Form> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + FRAME_BYTES_MAX) refuseWith('body_too_large');
  let bytes: Buffer | undefined;
  const fields: Record<string, unknown> = Object.create(null);
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') fields[part.fieldname] ??= part.value;
      else if (part.fieldname === FIELD) bytes = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    refuseWith(isTooLarge(error) ? 'body_too_large' : 'upload_failed');
  }
  return { bytes, fields };
}

const isTooLarge = (error: unknown) => error instanceof Error && 'code' in error && error.code === TOO_LARGE;
const TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE';
