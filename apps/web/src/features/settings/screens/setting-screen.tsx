import { type IconName, MenuRow, NavBar, Page } from '@app/ui';
import { useNavigate } from 'react-router';
import { useSession } from '../../../shared/session.ts';
import { type TextKey, useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { LogOutRow } from '../components/log-out-row.tsx';
import { Who } from '../components/who.tsx';

type Line = { readonly icon: IconName; readonly label: TextKey; readonly path: `/pages/${string}` };

/** As in the design's "Me": what is one's own, then what is everybody's. */
const OWN: readonly (readonly Line[])[] = [
  [
    { icon: 'shield', label: 'auth.security.title', path: '/pages/setting/security' },
    { icon: 'id-card', label: 'kyc.status.title', path: '/pages/setting/real_mark' },
    { icon: 'users', label: 'invite.hub.title', path: '/pages/setting/share' },
  ],
  [
    { icon: 'ticket', label: 'bonus.coupons.title', path: '/pages/setting/coupon' },
    { icon: 'doc', label: 'wallet.statement.title', path: '/pages/setting/bill' },
    { icon: 'address-book', label: 'wallet.addresses.title', path: '/pages/setting/wallet' },
    { icon: 'bank', label: 'wallet.bank.title', path: '/pages/setting/bank' },
  ],
];
const EVERYBODYS: readonly Line[] = [
  { icon: 'globe', label: 'settings.preferences', path: '/pages/setting/set' },
  { icon: 'help', label: 'content.help.title', path: '/pages/setting/help' },
  { icon: 'headset', label: 'chat.support.title', path: '/pages/common/serverView' },
  { icon: 'info', label: 'content.about.title', path: '/pages/setting/about' },
];

/** /pages/setting/setting */
export default function SettingScreen() {
  const text = useText();
  const isVisitor = useSession(({ token }) => token === undefined);
  const back = { label: text('system.back'), go: useBack() };
  const groups = isVisitor ? [EVERYBODYS] : [...OWN, EVERYBODYS];
  return (
    <Page bar={<NavBar title={text('settings.title')} back={back} />}>
      <Who />
      {groups.map((lines) => (
        <Group key={lines[0]?.path} lines={lines} />
      ))}
      {!isVisitor && (
        <div className="group mt-3 mb-6">
          <LogOutRow />
        </div>
      )}
    </Page>
  );
}

function Group({ lines }: { lines: readonly Line[] }) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <div className="group mt-4">
      {lines.map(({ icon, label, path }) => (
        <MenuRow key={path} icon={icon} label={text(label)} onClick={() => void navigate(path)} />
      ))}
    </div>
  );
}
