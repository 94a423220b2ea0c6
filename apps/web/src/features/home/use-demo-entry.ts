import { showToast } from '@app/ui';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { useChangeMode } from '../../data/session/change-mode.ts';
import { useSession } from '../../data/session/session.ts';

/** Switches a user in real mode to demo mode before following a practice link. */
export function useWayIntoDemo(path: string): (event: MouseEvent) => void {
  const text = useText();
  const navigate = useNavigate();
  const isReal = useSession(({ user }) => user?.book === 'real');
  const { mutate } = useChangeMode(() => void navigate(path));
  return (event) => {
    if (!isReal) return;
    event.preventDefault();
    mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  };
}
