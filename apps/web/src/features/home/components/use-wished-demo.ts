import { showToast } from '@app/ui';
import { useEffect, useRef } from 'react';
import { useChangeBook } from '../../../shared/change-book.ts';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { useSession } from '../../../shared/session.ts';
import { useText } from '../../../shared/texts.ts';
import { useDemoWish } from './use-demo-wish.ts';

/** Opens the demo book for whoever came for it. */
export function useWishedDemo(): void {
  const text = useText();
  const isReal = useSession(({ user }) => user?.book === 'real');
  const { isWished, forget } = useDemoWish();
  const { mutate } = useChangeBook();
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!isWished || wasAsked.current) return;
    wasAsked.current = true;
    forget();
    if (isReal) mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  });
}
