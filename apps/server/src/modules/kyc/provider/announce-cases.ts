import { assert } from '@app/base';
import { caseSubmitted } from '@app/protocol/events';
import { PROVIDER_HEADERS, providerCase } from '@app/protocol/kyc-provider';
import * as z from 'zod/mini';
import { type BusKeys, signMessage } from '../../../platform/bus/signed-message.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Consumer } from '../../../platform/db/outbox-consumer.ts';
import type { Transact } from '../../../platform/db/transact.ts';
import type { Log } from '../../../platform/process/log.ts';
import { IDENTITY_PROVIDER, type Media } from '../../media/index.ts';
import { useOf } from '../submit-identity.ts';
import * as store from './provider.store.ts';

/** An identity provider as an operator configured it. */
export type ProviderDeps = {
  readonly db: Db;
  readonly transact: Transact;
  readonly media: Media;
  readonly log: Log;
  readonly url: string;
  /** The first signs cases; each verifies verdicts, so that a key can be replaced without a pause. */
  readonly keys: BusKeys;
};

type Bound = { readonly id: bigint; readonly userId: bigint; readonly level: store.DueCase['level'] };

/**
 * Creates the outbox consumer that notes submitted cases for the provider and lets it have their pictures. Without a
 * provider it passes over them: one that is configured later gets the cases from then on.
 */
export const createCaseAnnouncer = (provider: ProviderDeps | undefined): Consumer => ({
  name: 'kyc.provider',
  startAt: 'now',
  handle: async (tx, events) => {
    if (provider === undefined) return;
    for (const { payload } of events.filter(({ topic }) => topic === caseSubmitted.topic)) {
      const submitted = await z.parseAsync(caseSubmitted.schema, payload);
      if (await store.insertAnnouncement(tx, submitted.id)) await changeAccess(tx, provider, submitted, 'grant');
    }
  },
});

/** Opens the pictures of a case to the provider, or closes them. */
async function changeAccess(tx: Tx, { media }: ProviderDeps, { id, userId, level }: Bound, what: 'grant' | 'revoke') {
  for (const { fileId } of await store.findPictures(tx, id))
    await media[what](tx, { fileId, usedBy: useOf(userId, level), to: IDENTITY_PROVIDER, reason: `kyc:${id}` });
}

const TIMEOUT_MS = 20_000;

/** Sends due cases, one after the other, and returns how many were sent. One that fails is tried again later. */
export async function announceDueCases(provider: ProviderDeps): Promise<number> {
  for (let sent = 0; ; ) {
    const due = await store.claimDue(provider.db);
    if (due === undefined) return sent;
    const { id, user_id: userId, level, tries } = due;
    try {
      if (due.is_open) await send(provider, due);
    } catch (error) {
      const reason = reasonOf(error);
      provider.log.warn({ case: String(id), tries, reason }, 'kyc.provider_failed');
      await store.noteFailure(provider.db, id, reason);
      continue;
    }
    await provider.transact(async (tx) => {
      await store.endTries(tx, id, due.is_open);
      await changeAccess(tx, provider, { id, userId, level }, 'revoke');
    });
    if (due.is_open) sent += 1;
  }
}

/** The reference is the id of the message: sent twice, it is the same case. */
async function send({ db, media, url, keys }: ProviderDeps, due: store.DueCase): Promise<void> {
  const { id, reference, level, document, nationality } = due;
  const pictures = [];
  for (const { part, fileId } of await store.findPictures(db, id)) {
    const file = await media.view(IDENTITY_PROVIDER, fileId);
    assert(file !== undefined, `picture ${part} of case ${id} is there`);
    pictures.push({ part, content_type: file.contentType, data: file.bytes.toString('base64') });
  }
  const body = JSON.stringify(z.encode(providerCase, { reference, level, country: nationality, document, pictures }));
  const { pathname, search } = new URL(url);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const { mac } = signMessage(keys, ['case', 'POST', pathname + search, timestamp, reference], body);
  const headers = {
    'content-type': 'application/json',
    [PROVIDER_HEADERS.id]: reference,
    [PROVIDER_HEADERS.timestamp]: timestamp,
    [PROVIDER_HEADERS.signature]: mac,
  };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`answered with ${response.status}`);
}

/** Names the failure only: what a provider answers may quote what it was sent. */
function reasonOf(error: unknown): string {
  const { message, name, cause } = error as { message?: string; name?: string; cause?: { code?: string } }; // Each may be missing.
  return cause?.code ?? (name === 'Error' ? message : name) ?? 'unknown';
}
