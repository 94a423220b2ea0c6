import { Button, buttonClass, Icon, NavBar, Note, Page, ResultView } from '@app/ui';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { SECURITY_PATH } from '../security/with-security.tsx';

type Props = { onSubmit: () => void; children: ReactNode; id?: string };

/** Form of a page. Errors are shown in the app's texts, not in the browser's. */
export function FormRegion({ onSubmit, children, id }: Props) {
  return (
    <form
      id={id}
      className="flex flex-col gap-4 [@media(max-height:700px)]:gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Error that belongs to no field. */
export function FormNote({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <div role="alert">
      <Note icon="warn" tone="danger">
        {message}
      </Note>
    </div>
  );
}

/** The account that was proven by a code. */
export function Confirmed({ account }: { account: string }) {
  const text = useText();
  return (
    <p className="flex items-start gap-2 text-label text-ink-2">
      <span className="text-ok">
        <Icon name="check-circle" size={20} />
      </span>
      <span className="min-w-0 break-words">{text('auth.confirmed', { account })}</span>
    </p>
  );
}

type ConfirmButtonProps = { isReady: boolean; isBusy: boolean; onClick: () => void };

/** Confirm button; shows what is missing while anything is. */
export function ConfirmButton({ isReady, isBusy, onClick }: ConfirmButtonProps) {
  const text = useText();
  return (
    <Button
      className="mt-5"
      tone={isReady ? 'primary' : 'off'}
      size="large"
      wide
      busy={isBusy}
      aria-disabled={!isReady}
      onClick={onClick}
    >
      {text(isReady ? 'security.step_up.confirm' : 'security.missing.code')}
    </Button>
  );
}

type ResultPageProps = {
  kind: 'ok' | 'failed';
  /** The name of the page. */
  name: string;
  title: string;
  text: string;
  next: { readonly label: string; readonly to: string };
};

/** Result in place of the form, with one button to continue. */
export function ResultPage({ kind, name, title, text, next }: ResultPageProps) {
  const action = (
    <Link className={buttonClass({ tone: 'primary', size: 'large', wide: true })} to={next.to} replace>
      {next.label}
    </Link>
  );
  return (
    <Page bar={<NavBar title={name} />} foot={action}>
      <div className="px-gutter pt-8">
        <ResultView {...{ kind, title, text }} />
      </div>
    </Page>
  );
}

type SettledProps = { title: string; done: string; about: string };

/** Result of a change of protection, in place of its form; the only button leads back to the others. */
export function Settled({ title, done, about }: SettledProps) {
  const text = useText();
  const navigate = useNavigate();
  const leave = () => void navigate(SECURITY_PATH, { replace: true });
  return (
    <Page bar={<NavBar title={title} back={{ label: text('system.back'), go: leave }} />}>
      <div className="px-gutter pt-6">
        <ResultView
          kind="ok"
          title={done}
          text={about}
          actions={
            <Button tone="primary" onClick={leave}>
              {text('security.done')}
            </Button>
          }
        />
      </div>
    </Page>
  );
}
