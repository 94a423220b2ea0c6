import { showToast } from '@app/ui';
import type { Text } from '../../../shared/texts.ts';

/** Copies and says so. A page without a secure origin has no clipboard at all, which is a failure like any other. */
export async function copyWithNotice(message: string, text: Text, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(message);
    showToast(done, 'ok');
  } catch {
    showToast(text('refusal.copy_failed'), 'error');
  }
}
