import { CallRefused, isRefusedBody, NoResponse } from '@app/client/call';
import type { Call, Route } from '@app/protocol';
import * as z from 'zod/mini';
import { usePreferences } from '../app/preferences.ts';
import { endSessionOf, takeNextToken, useSession } from '../session/session.ts';

/**
 * Fetches a private file and lets the browser save it under a name. The file is read whole first: the session's token
 * is a header, which a plain link cannot send.
 */
export async function download<R extends Route>(route: R, fields: Call<R>, filename: string): Promise<void> {
  const query = new URLSearchParams({
    ...(z.encode(route.request, fields as never) as Record<string, string>), // Ids and names are texts on the wire.
    lang: usePreferences.getState().language,
  });
  const { token } = useSession.getState();
  const response = await fetch(`/api${route.path}?${query}`, {
    headers: token === undefined ? {} : { Authorization: token },
    credentials: 'omit',
    cache: 'no-store',
  }).catch((cause: unknown) => Promise.reject(new NoResponse(cause)));
  const next = response.headers.get('x-next-token');
  if (next !== null) takeNextToken(next, token);
  if (response.status !== 200) throw await refusalOf(response, token);
  const file = await response.blob().catch((cause: unknown) => Promise.reject(new NoResponse(cause)));
  saveAs(file, filename);
}

async function refusalOf(response: Response, token: string | undefined): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!isRefusedBody(body)) return new NoResponse(`HTTP ${response.status}`);
  if (body.type === 999) endSessionOf(body.message, token);
  return new CallRefused(body);
}

/** Time in which a browser has begun to read the file; then its memory is released. */
const RELEASE_MS = 60_000;

/** Lets the browser save a file under a name. */
export function saveAs(file: Blob, filename: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}

const KILO = 1_000;

/** Shows the size of a file in units of a thousand: 214 kB, 1.8 MB. */
export function showSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} kB`;
  return `${(bytes / KILO / KILO).toFixed(1)} MB`;
}
