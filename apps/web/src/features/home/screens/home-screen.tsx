import { buttonClass, Icon, Logo, NavBar, Page, Waterline } from '@app/ui';
import { Link } from 'react-router';
import { useSession } from '../../../shared/session.ts';
import { useText } from '../../../shared/texts.ts';

/** /pages/index/index */
export default function HomeScreen() {
  const text = useText();
  const isVisitor = useSession(({ token }) => token === undefined);
  const settings = (
    <Link className="iconbtn" to="/pages/setting/setting" aria-label={text('home.settings')}>
      <Icon name={isVisitor ? 'globe' : 'user'} />
    </Link>
  );
  return (
    <Page bar={<NavBar title={<Logo name={text('system.name')} size={26} />} end={settings} />}>
      <section className="px-gutter pt-5">
        <h2 className="max-w-80 text-[32px]/[38px] font-semibold tracking-[-0.028em] text-balance">
          {text('home.title')}
        </h2>
        <p className="mt-3 text-pretty text-ink-2">{text('home.text')}</p>
      </section>
      <div className="mt-3">
        <Waterline />
      </div>
      <div className="flex flex-col gap-3 px-gutter pb-6">{isVisitor ? <VisitorActions /> : <OwnActions />}</div>
    </Page>
  );
}

function OwnActions() {
  const text = useText();
  return (
    <Link className={buttonClass({ tone: 'primary', wide: true })} to="/pages/fund/assets">
      {text('home.assets')}
    </Link>
  );
}

function VisitorActions() {
  const text = useText();
  return (
    <>
      <Link className={buttonClass({ tone: 'primary', wide: true })} to="/pages/common/register">
        {text('home.sign_up')}
      </Link>
      <Link className={buttonClass({ wide: true })} to="/pages/common/login">
        {text('home.log_in')}
      </Link>
      <p className="text-center text-label text-ink-3">{text('home.demo')}</p>
    </>
  );
}
