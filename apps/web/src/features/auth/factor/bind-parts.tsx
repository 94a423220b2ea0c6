import { Button } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';

/** Title of a step, and one sentence on how to do it. */
export const BindHeading = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="px-gutter pt-5 pb-4">
    <h2 className="text-hero">{title}</h2>
    <p className="mt-2 text-ink-2">{children}</p>
  </div>
);

type Props = {
  ready: string;
  missing?: string | undefined;
  pending?: { readonly isPending: boolean; readonly error: Error | null };
  go: () => void;
};

/** Continue button, or what is missing for it. */
export function BindFoot({ ready, missing, pending, go }: Props) {
  const text = useText();
  const problem = describeUnlessGivenUp(pending?.error ?? null, text);
  return (
    <>
      {problem !== undefined && (
        <p className="hint hint--error mb-3 justify-center" role="alert">
          {problem}
        </p>
      )}
      <Button
        tone={missing === undefined ? 'primary' : 'off'}
        size="large"
        wide
        busy={pending?.isPending === true}
        aria-disabled={missing !== undefined}
        onClick={() => missing === undefined && go()}
      >
        {missing ?? ready}
      </Button>
    </>
  );
}
