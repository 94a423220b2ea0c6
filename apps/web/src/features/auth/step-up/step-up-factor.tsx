import type { Factor } from '@app/domain/auth';
import { Button } from '@app/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { AuthenticatorProof } from './authenticator-proof.tsx';
import { CodeProof } from './code-proof.tsx';
import { PasskeyProof } from './passkey-proof.tsx';
import { PinProof } from './pin-proof.tsx';
import type { ProofProps } from './step-up.ts';

const PROOFS = {
  trade_password: PinProof,
  code: CodeProof,
  google_code: AuthenticatorProof,
  passkey: PasskeyProof,
};

/** One factor of a group, and the alternatives to it. */
export function StepUpFactor({ factors, ...proof }: ProofProps & { factors: readonly Factor[] }) {
  const text = useText();
  const [chosen, setChosen] = useState<Factor>();
  const shown = chosen ?? factors[0];
  if (shown === undefined) return null;
  const Proof = PROOFS[shown];
  return (
    <>
      <Focused key={shown}>
        <Proof {...proof} />
      </Focused>
      {factors
        .filter((factor) => factor !== shown)
        .map((factor) => (
          <Button key={factor} tone="ghost" wide className="mt-2" onClick={() => setChosen(factor)}>
            {text(`security.step_up.other.${factor}`)}
          </Button>
        ))}
    </>
  );
}

/** Moves the keyboard focus here instead of to the close button of the sheet, which has it when the sheet opens. */
function Focused({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
