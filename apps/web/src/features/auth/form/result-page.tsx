import { buttonClass, NavBar, Page, ResultView } from '@app/ui';
import { Link } from 'react-router';

type Props = {
  kind: 'ok' | 'failed';
  /** The name of the page. */
  name: string;
  title: string;
  text: string;
  next: { readonly label: string; readonly to: string };
};

/** Result in place of the form, with one button to continue. */
export function ResultPage({ kind, name, title, text, next }: Props) {
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
