import { isNumericCode } from '@app/domain/checks';
import { CodeField, Note, Page } from '@app/ui';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import type { useBindAuthenticator } from './authenticator.ts';
import { BindFoot, BindHeading } from './bind-parts.tsx';

type Props = {
  bar: ReactNode;
  steps: ReactNode;
  binding: ReturnType<typeof useBindAuthenticator>['binding'];
  onDone: () => void;
};

/** The app's first code proves that the key was added; a wrong code is often caused by a wrong clock. */
export function BindCode({ bar, steps, binding, onDone }: Props) {
  const text = useText();
  const [code, setCode] = useState('');
  const error = describeUnlessGivenUp(binding.error, text);
  const bind = (typed: string) => binding.mutate(typed, { onSuccess: onDone });
  const type = (typed: string) => {
    binding.reset();
    setCode(typed);
    if (isNumericCode(typed) && !isNumericCode(code)) bind(typed);
  };
  const missing = isNumericCode(code) ? undefined : text('security.missing.code');
  const pending = { isPending: binding.isPending, error: null };
  return (
    <Page
      bar={bar}
      foot={<BindFoot ready={text('security.bind.link')} missing={missing} pending={pending} go={() => bind(code)} />}
    >
      {steps}
      <BindHeading title={text('security.bind.code')}>{text('security.code.google.hint')}</BindHeading>
      <div className="flex flex-col gap-4 px-gutter pb-4">
        <CodeField label={text('security.code.google')} value={code} onChange={type} error={error} />
        {error !== undefined && <Note icon="clock">{text('security.bind.code.drift')}</Note>}
      </div>
    </Page>
  );
}
