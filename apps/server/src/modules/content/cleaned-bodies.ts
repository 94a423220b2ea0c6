import { cleanBody } from './clean-body.ts';

type StoredBody = {
  readonly id: bigint;
  readonly language: string;
  readonly version: number;
  readonly body: string;
};

/** More than are ever read often; those read last stay. */
const KEPT = 200;

/**
 * Bodies as they may be shown, cleaned once for all readers: cleaning costs some hundredths of a second, and anybody may
 * ask. Another text under the same number is cleaned anew, however it came there.
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
