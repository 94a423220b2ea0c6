import type { ServerResponse } from 'node:http';
import { refusalText } from '@app/i18n/server';
import { REFUSALS, type RefusalCode } from '@app/protocol';

/** Sends a refusal of the edge itself, in the API's envelope. */
export function refuse(
  response: ServerResponse,
  { code, language, trace }: { code: RefusalCode; language: string; trace: string },
): void {
  if (response.destroyed || response.headersSent) return;
  const { status, type } = REFUSALS[code];
  const message = refusalText(language, code);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(JSON.stringify({ type, code: 0, message, error: code, trace }));
}
