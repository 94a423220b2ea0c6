import { buttonClass, Icon, NavBar, Page, ResultView } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';

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
        <ResultView kind={kind} title={title} text={text} />
      </div>
    </Page>
  );
}
