import { showToast } from '@app/ui';
import type { Text } from '../../../data/app/texts.ts';

/**
 * Copies a text and shows a toast. A page without a secure origin has no clipboard, which is handled like any other
 * failure.
 */
export async function copyWithNotice(message: string, text: Text, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(message);
    showToast(done, 'ok');
  } catch {
    showToast(text('refusal.copy_failed'), 'error');
  }
}
