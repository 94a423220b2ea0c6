import type { Ground } from '@app/verifier';
import { toHex } from '@app/verifier';

/**
 * Describes what supports the evidence once no check has failed: only the reader's kept heads and keys are independent
 * of the evidence.
 */
export function groundLines({ keptHead, publishedHead, isKeyKept }: Ground, keyIds: readonly string[]): string[] {
  const keys = `${keyIds.length === 1 ? 'key' : 'keys'} ${keyIds.join(', ')}`;
  return [
    `  Signed by ${keys}, ${isKeyKept ? 'which you kept.' : 'by the word of the evidence itself.'}`,
    headLine(keptHead, publishedHead),
  ];
}

function headLine(keptHead: Ground['keptHead'], publishedHead: Ground['publishedHead']): string {
  if (keptHead !== undefined)
    return `  Up to block ${keptHead.number} it is pinned by the head that you kept: ${toHex(keptHead.hash)}`;
  if (publishedHead !== undefined)
    return `  The head of block ${publishedHead.number} agrees, but comes from the evidence itself: ${toHex(publishedHead.hash)}`;
  return '  No published head covers it yet: ask again in a minute.';
}

/** Returns the final line: without kept heads or keys, the evidence is only proven self-consistent. */
export const lastLine = ({ keptHead, isKeyKept }: Ground): string =>
  keptHead !== undefined || isKeyKept
    ? 'All of it holds.'
    : 'All of it holds together, by keys and heads of its own: so would another history. Say what you kept: --head, --key.';
