import { Sheet } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { type StepUpRequest, useStepUp } from '../../../shared/step-up-question.ts';
import { useText } from '../../../shared/texts.ts';
import { useSheet } from '../../../shared/use-sheet.ts';
import { StepUpSteps } from './step-up-steps.tsx';

/**
 * Asks the owner to prove themselves, in a sheet that is one step of history like every other. It takes the place of a
 * sheet the question came from, which opens again afterwards.
 */
export function StepUpHost() {
  const text = useText();
  const asked = useStepUp((state) => state.asked);
  const { sheet, finish } = useAskedSheet(asked);
  const shown = useLast(asked);
  return (
    <Sheet
      open={sheet.isOpen && asked !== undefined}
      onClose={sheet.close}
      title={text('security.step_up.title')}
      closeLabel={text('system.close')}
    >
      {shown !== undefined && <StepUpSteps asked={shown} onProven={finish} onLeave={sheet.close} />}
    </Sheet>
  );
}

/** Ends when history says so: only then is the page back where the question was asked, and may go on. */
function useAskedSheet(asked: StepUpRequest | undefined) {
  const sheet = useSheet('step-up');
  const phase = useRef<'idle' | 'opening' | 'open'>('idle');
  const proven = useRef<bigint>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens and closes is new with every drawing; these two decide.
  useEffect(() => {
    if (asked === undefined) phase.current = 'idle';
    else if (sheet.isOpen) phase.current = 'open';
    else if (phase.current === 'idle') {
      phase.current = 'opening';
      sheet.open();
    } else if (phase.current === 'open') {
      const challenge = proven.current;
      proven.current = undefined;
      if (challenge === undefined) asked.givenUp();
      else asked.proven(challenge);
    }
  }, [asked, sheet.isOpen]);
  const finish = (challenge: bigint) => {
    proven.current = challenge;
    sheet.close();
  };
  return { sheet, finish };
}

/** Longer than a sheet takes to slide away. */
const GONE_MS = 1_000;

/** What was asked stays on the sheet while it slides away. */
function useLast(asked: StepUpRequest | undefined): StepUpRequest | undefined {
  const [last, setLast] = useState(asked);
  if (asked !== undefined && asked !== last) setLast(asked);
  useEffect(() => {
    if (asked !== undefined) return undefined;
    const timer = setTimeout(() => setLast(undefined), GONE_MS); // It may hold a password.
    return () => clearTimeout(timer);
  }, [asked]);
  return last;
}
