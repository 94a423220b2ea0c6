import type { Factor } from '@app/domain/auth';
import { Button } from '@app/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../shared/texts.ts';
import type { ProofProps } from '../api/step-up.ts';
import { AuthenticatorProof } from './authenticator-proof.tsx';
import { CodeProof } from './code-proof.tsx';
import { PasskeyProof } from './passkey-proof.tsx';
import { PinProof } from './pin-proof.tsx';

const PROOFS = {
  trade_password: PinProof,
  code: CodeProof,
  google_code: AuthenticatorProof,
  passkey: PasskeyProof,
};

/** One factor of a group, and the ways to show another instead. */
export function StepUpFactor({ ways, ...proof }: ProofProps & { ways: readonly Factor[] }) {
  const text = useText();
  const [chosen, setChosen] = useState<Factor>();
  const shown = chosen ?? ways[0];
  if (shown === undefined) return null;
  const Proof = PROOFS[shown];
  return (
    <>
      <Focused key={shown}>
        <Proof {...proof} />
      </Focused>
      {ways
        .filter((way) => way !== shown)
        .map((way) => (
          <Button key={way} tone="ghost" wide className="mt-2" onClick={() => setChosen(way)}>
            {text(`security.step_up.other.${way}`)}
          </Button>
        ))}
    </>
  );
}

/** Keys go on here and not to the button that closes the sheet, which has the focus when it opens. */
function Focused({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
