import type { Output } from '@app/protocol';
import type { userInfo } from '@app/protocol/auth';
import { CopyText, Facts, showToast } from '@app/ui';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { CountryChoice, countryName } from './country-choice.tsx';

/** Shows the fields that cannot be changed here. */
export function ProfileFacts({ user }: { user: Output<typeof userInfo> }) {
  const text = useText();
  const locale = useLocale();
  const since = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(user.created_at);
  const facts = [
    [text('settings.profile.uid'), <Copied key="uid" message={String(user.id)} label={text('settings.uid.copy')} />],
    [
      text('settings.profile.invite'),
      <Copied key="invite" message={user.invite_code} label={text('settings.profile.invite.copy')} />,
    ],
    [text('settings.profile.account'), user.account],
    [
      text('settings.profile.country'),
      user.country === '' ? <CountryChoice key="country" /> : countryName(locale, user.country),
    ],
    [text('settings.profile.since'), since],
  ] as const;
  return (
    <section className="mt-6 px-gutter pb-6">
      <Facts facts={facts} />
    </section>
  );
}

function Copied({ message, label }: { message: string; label: string }) {
  const text = useText();
  return (
    <CopyText
      text={message}
      shown={message}
      label={label}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
    />
  );
}
