import { Button, NavBar, Page } from '@app/ui';
import { useLocation, useNavigate } from 'react-router';
import { HOME_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { CallRefused } from '../../../data/call/call-refused.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { FormNote } from '../form/form-note.tsx';
import { ResultPage } from '../form/result-page.tsx';
import { useObstacle } from '../form/submit-button.tsx';
import { useFreezeByLink } from './freeze.ts';
import { FreezeConsequences } from './freeze-consequences.tsx';
import { UnfreezeForm } from './unfreeze-form.tsx';

/**
 * /pages/plus/freeze: with a security mail's token it freezes the account, with `frozen` it confirms the freeze,
 * otherwise it lifts it.
 */
export default function FreezeScreen() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (query.has('frozen')) return <Frozen />;
  return token === null ? <UnfreezeForm /> : <FreezeByLink token={token} />;
}

/** For a user notified of a change they did not make: one press stops everything. */
function FreezeByLink({ token }: { token: string }) {
  const text = useText();
  const navigate = useNavigate();
  const freeze = useFreezeByLink();
  const obstacle = useObstacle(undefined);
  const title = text('auth.freeze.title');
  if (freeze.error instanceof CallRefused && ['not_found', 'parameter_error'].includes(freeze.error.code))
    return <LinkOver />;
  const leave = () => void navigate(HOME_PATH, { replace: true });
  return (
    <Page
      bar={<NavBar title={title} />}
      foot={
        <div className="flex flex-col gap-2">
          <Button
            tone={obstacle === undefined ? 'danger' : 'off'}
            size="large"
            wide
            busy={freeze.isPending}
            aria-disabled={obstacle !== undefined}
            onClick={() => obstacle === undefined && freeze.mutate(token)}
          >
            {obstacle ?? text('auth.freeze.action')}
          </Button>
          <Button size="large" wide disabled={freeze.isPending} onClick={leave}>
            {text('auth.freeze.leave')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-5 px-gutter pt-2 pb-4">
        <h2 className="text-hero">{text('auth.freeze.question')}</h2>
        <FreezeConsequences />
        <FormNote message={freeze.isError ? describeFailure(freeze.error, text) : undefined} />
      </div>
    </Page>
  );
}

/** Shown after a freeze, by a link or from the security page: a user whose session has ended needs the way back. */
function Frozen() {
  const text = useText();
  return (
    <ResultPage
      kind="ok"
      name={text('auth.freeze.title')}
      title={text('auth.freeze.done')}
      text={text('auth.freeze.done.text')}
      next={{ label: text('auth.freeze.home'), to: HOME_PATH }}
    />
  );
}

/** The link has expired, or a part of it is missing. */
function LinkOver() {
  const text = useText();
  return (
    <ResultPage
      kind="failed"
      name={text('auth.freeze.title')}
      title={text('auth.freeze.over')}
      text={text('auth.freeze.over.text')}
      next={{ label: text('auth.freeze.over.action'), to: '/pages/setting/security' }}
    />
  );
}
