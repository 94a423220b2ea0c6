import { expectDefined } from '@app/base';
import { buttonClass, Empty, NavBar, Page } from '@app/ui';
import { Link, useLocation } from 'react-router';
import { MARKET_PATH } from '../data/app/return-address.ts';
import { useText } from '../data/app/texts.ts';
import { useBack } from '../data/app/use-back.ts';
import { SCREENS } from './screens.ts';

/** Placeholder of a page that is not built yet: its name, its purpose, and a note that nothing here is active. */
export default function ComingScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  const { title, about } = expectDefined(announcementAt(useLocation().pathname), 'its announcement');
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={MARKET_PATH}>
      {text('system.coming.action')}
    </Link>
  );
  return (
    <Page bar={<NavBar title={text(title)} back={back} />}>
      <div className="middle">
        <p className="mx-auto mb-4">
          <span className="tag">{text('system.coming.tag')}</span>
        </p>
        <Empty title={text(about)} text={text('system.coming.text')} action={action} />
      </div>
    </Page>
  );
}

/**
 * Finds the announcement of a path. The router ignores case and a trailing slash until the frame has corrected the
 * address.
 */
function announcementAt(pathname: string) {
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  const screen = SCREENS.find((it) => it.path.toLowerCase() === path);
  return screen !== undefined && 'coming' in screen ? screen.coming : undefined;
}
