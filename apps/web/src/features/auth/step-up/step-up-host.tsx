import { Sheet } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { type StepUpRequest, useStepUp } from '../../../data/session/step-up-question.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { StepUpSteps } from './step-up-steps.tsx';

/**
 * Asks the user for a step-up, in a sheet that is one history entry like every other. It replaces the sheet that
 * requested it, which reopens afterwards.
 */
export function StepUpHost() {
  const text = useText();
  const request = useStepUp((state) => state.request);
  const { sheet, finish } = useRequestSheet(request);
  const shown = useLast(request);
  return (
    <Sheet
      open={sheet.isOpen && request !== undefined}
      onClose={sheet.close}
      title={text('security.step_up.title')}
      closeLabel={text('system.close')}
    >
      {shown !== undefined && <StepUpSteps request={shown} onProven={finish} onLeave={sheet.close} />}
    </Sheet>
  );
}

/** Resolves on the history event: only then is the page back where the step-up was requested, and may continue. */
function useRequestSheet(request: StepUpRequest | undefined) {
  const sheet = useSheet('step-up');
  const phase = useRef<'idle' | 'opening' | 'open'>('idle');
  const proven = useRef<bigint>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens and closes is new with every drawing; these two decide.
  useEffect(() => {
    if (request === undefined) phase.current = 'idle';
    else if (sheet.isOpen) phase.current = 'open';
    else if (phase.current === 'idle') {
      phase.current = 'opening';
      sheet.open();
    } else if (phase.current === 'open') {
      const challenge = proven.current;
      proven.current = undefined;
      if (challenge === undefined) request.givenUp();
      else request.proven(challenge);
    }
  }, [request, sheet.isOpen]);
  const finish = (challenge: bigint) => {
    proven.current = challenge;
    sheet.close();
  };
  return { sheet, finish };
}

/** Longer than the closing animation of a sheet. */
const GONE_MS = 1_000;

/** Keeps the request on the sheet during its closing animation. */
function useLast(request: StepUpRequest | undefined): StepUpRequest | undefined {
  const [last, setLast] = useState(request);
  if (request !== undefined && request !== last) setLast(request);
  useEffect(() => {
    if (request !== undefined) return undefined;
    const timer = setTimeout(() => setLast(undefined), GONE_MS); // It may hold a password.
    return () => clearTimeout(timer);
  }, [request]);
  return last;
}
