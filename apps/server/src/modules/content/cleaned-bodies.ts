import { cleanBody } from './clean-body.ts';

type StoredBody = {
  readonly id: bigint;
  readonly language: string;
  readonly version: number;
  readonly body: string;
};

/** Cache size: more articles than are ever read often; the least recently read are evicted. */
const KEPT = 200;

/**
 * Caches cleaned bodies for all readers: cleaning takes some hundredths of a second, and any visitor may request it. A
 * changed text under the same id is cleaned again, however it was changed.
 */
export function createCleanedBodies(clean: (html: string) => string = cleanBody): (stored: StoredBody) => string {
  const known = new Map<string, { readonly stored: string; readonly cleaned: string }>();
  return ({ id, language, version, body }) => {
    const key = `${id} ${language} ${version}`;
    const kept = known.get(key);
    const now = kept?.stored === body ? kept : { stored: body, cleaned: clean(body) };
    known.delete(key);
    known.set(key, now);
    if (known.size > KEPT) known.delete(String(known.keys().next().value));
    return now.cleaned;
  };
}
