import { hash } from 'node:crypto';
import { kycSettings } from '@app/domain/kyc';
import { PROVIDER_HEADERS, providerVerdict, VERDICT_PATH, verdictId } from '@app/protocol/kyc-provider';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { openMessage } from '../../../platform/bus/signed-message.ts';
import { createHttp } from '../../../platform/http/http.ts';
import type { Settings } from '../../reference/index.ts';
import type { ProviderDeps } from './announce-cases.ts';
import * as store from './provider.store.ts';

type VerdictDeps = Pick<ProviderDeps, 'transact' | 'keys'> & {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
};

const BODY_BYTES_MAX = 16 * 1024;
const CONNECTIONS_MAX = 100;
const STATUS = { recorded: 200, late: 200, unknown: 404, conflict: 409, wrong_reasons: 400, too_many: 429 } as const;

type Answer = { readonly status: number; readonly state: string };

/**
 * Creates the server at which the provider's verdicts arrive. It has no other route, and nothing of a request is read
 * before its signature is verified.
 */
export function serveVerdicts(deps: VerdictDeps): FastifyInstance {
  const { log } = deps;
  const { app } = createHttp({ log, findCaller: () => Promise.resolve(undefined), connectionsMax: CONNECTIONS_MAX });
  app.removeAllContentTypeParsers(); // The signature is of the bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  );
  app.post(VERDICT_PATH, async (request, reply) => {
    const { status, state } = await receive(deps, request);
    if (status !== 200) log.warn({ status, state }, 'kyc.verdict_refused');
    return reply.code(status).send({ state });
  });
  return app;
}

async function receive({ transact, keys, settings }: VerdictDeps, request: FastifyRequest): Promise<Answer> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const id = headerOf(request, PROVIDER_HEADERS.id);
  const timestamp = headerOf(request, PROVIDER_HEADERS.timestamp);
  const signed = Buffer.concat([Buffer.from(`${headerOf(request, PROVIDER_HEADERS.signature)} `, 'latin1'), body]);
  const opened = openMessage(keys, ['verdict', request.method, request.url, timestamp, id], signed);
  if (opened === undefined) return { status: 401, state: 'wrong_signature' };
  const { value: minutes } = await settings.read(kycSettings.providerMinutes);
  const isNow = /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1_000 - Number(timestamp)) <= minutes * 60;
  if (!isNow) return { status: 401, state: 'wrong_time' };
  const read = z.safeParse(providerVerdict, parseJson(opened.text));
  if (!read.success || !z.safeParse(verdictId, id).success) return { status: 400, state: 'malformed' };
  const verdict = { ...read.data, eventId: id, bodyHash: hash('sha256', body, 'buffer') };
  const state = (await transact((tx) => store.recommend(tx, verdict))) ?? 'unknown';
  return { status: STATUS[state], state };
}

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
