import { showToast } from '@app/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { useChangeMode } from '../../data/session/change-mode.ts';
import { useSession } from '../../data/session/session.ts';
import { useDemoIntent } from './use-demo-intent.ts';

/** Switches to demo mode if the user registered for it. */
export function useOpenWantedDemo(): void {
  const text = useText();
  const isReal = useSession(({ user }) => user?.book === 'real');
  const { isWanted, forget } = useDemoIntent();
  const { mutate } = useChangeMode();
  const wasRequested = useRef(false);
  useEffect(() => {
    if (!isWanted || wasRequested.current) return;
    wasRequested.current = true;
    forget();
    if (isReal) mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  });
}
