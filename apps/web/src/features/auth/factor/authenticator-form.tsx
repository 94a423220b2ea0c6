import { CODE_DIGITS, isNumericCode } from '@app/domain/checks';
import { Button, CodeField } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { needsAuthenticator, useErrorAt } from '../form/form-errors.ts';
import { FormRegion } from '../form/form-parts.tsx';
import { SubmitButton, useObstacle } from '../form/submit-button.tsx';

type Props = {
  error: Error | null;
  isPending: boolean;
  reset: () => void;
  lockedSeconds: number;
  onCode: (code: string) => void;
  leave: () => void;
};

/** Second login step for users with an authenticator: the last digit submits it. */
export function AuthenticatorForm({ error, isPending, reset, lockedSeconds, onCode, leave }: Props) {
  const text = useText();
  const [code, setCode] = useState('');
  const errorAt = useErrorAt(needsAuthenticator(error) ? null : error);
  const obstacle = useObstacle(isNumericCode(code) ? undefined : text('auth.missing.google'), lockedSeconds);
  const type = (typed: string) => {
    reset();
    setCode(typed);
    if (typed.length === CODE_DIGITS && lockedSeconds === 0) onCode(typed);
  };
  const region = useFieldFocus();
  return (
    <div ref={region} className="px-gutter pb-4">
      <FormRegion onSubmit={() => obstacle === undefined && onCode(code)}>
        <div>
          <h1 className="text-hero">{text('auth.google.title')}</h1>
          <p className="mt-1 text-label text-ink-2">{text('auth.google.text')}</p>
        </div>
        <CodeField label={text('auth.google.code')} value={code} onChange={type} error={errorAt('google', 'form')} />
        <SubmitButton ready={text('auth.google.action')} obstacle={obstacle} busy={isPending} />
        <Button size="large" wide disabled={isPending} onClick={leave}>
          {text('system.back')}
        </Button>
        <p className="text-label text-ink-2">
          {text('auth.google.lost')}{' '}
          <Link className="hit text-brand" to="/pages/setting/contactUs">
            {text('auth.google.support')}
          </Link>
        </p>
      </FormRegion>
    </div>
  );
}

/** Keeps the keyboard open from the password to the code. */
function useFieldFocus() {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.querySelector('input')?.focus(), []);
  return region;
}
