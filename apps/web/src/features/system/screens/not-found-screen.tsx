import { buttonClass, Empty, NavBar, Page } from '@app/ui';
import { Link } from 'react-router';
import { HOME_PATH } from '../../../shared/return-address.ts';
import { useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';

/** Any address that no feature claims. */
export default function NotFoundScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack(HOME_PATH) };
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={HOME_PATH} replace>
      {text('system.missing.action')}
    </Link>
  );
  return (
    <Page bar={<NavBar back={back} />}>
      <div className="grid min-h-full place-content-center pb-12">
        <Empty title={text('system.missing.title')} text={text('system.missing.text')} action={action} />
      </div>
    </Page>
  );
}
