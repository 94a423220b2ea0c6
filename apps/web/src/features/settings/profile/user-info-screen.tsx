import type { Output } from '@app/protocol';
import type { userInfo } from '@app/protocol/auth';
import { Button, CopyText, Delayed, ErrorPanel, Facts, Field, Icon, NavBar, Page, Skeleton, showToast } from '@app/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChosenCountry } from '../../../data/session/chosen-country.ts';
import { Portrait } from './portrait.tsx';
import { useProfile, useSaveCountry, useSaveField } from './profile.ts';
import { countCharacters, fieldState, lengthOf, type ProfileField } from './profile-field.ts';

/** /pages/setting/userInfo */
export default function UserInfoScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('settings.profile.title')} back={back} />}>
      <Profile />
    </Page>
  );
}

function Profile() {
  const text = useText();
  const { data: user, error, isPending, refetch } = useProfile();
  if (isPending) return <ProfileLoading />;
  if (user === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  return (
    <>
      <Portrait userId={String(user.id)} saved={user.avatar} />
      <div className="px-gutter">
        <ProfileFieldView field="nickname" saved={user.nickname} />
        <ProfileFieldView field="signature" saved={user.signature} />
        <p className="hint mt-5">{text('settings.profile.seen')}</p>
      </div>
      <ProfileFacts user={user} />
    </>
  );
}

/** Placeholder at the real heights, so that nothing shifts when the profile loads. */
function ProfileLoading() {
  return (
    <Delayed>
      <div className="flex flex-col items-center px-gutter pt-3">
        <Skeleton className="size-20 rounded-full" />
        <Skeleton className="mt-3 h-9 w-32 rounded-chip" />
        {['nickname', 'signature'].map((field) => (
          <div key={field} className="mt-5 w-full">
            <Skeleton className="h-4.5 w-20" />
            <Skeleton className="mt-2 h-12 rounded-control" />
            <Skeleton className="mt-2 h-4.5 w-56" />
          </div>
        ))}
        <Skeleton className="mt-12 h-48 w-full rounded-card" />
      </div>
    </Delayed>
  );
}

type Props = { field: ProfileField; saved: string };

/** Edits one profile field inline, with its own save button. */
function ProfileFieldView({ field, saved }: Props) {
  const text = useText();
  const [typed, setTyped] = useState(saved);
  const save = useSaveField(field);
  const { min, max } = lengthOf(field);
  const state = fieldState(field, typed, saved);
  const change = (value: string) => {
    save.reset();
    setTyped(value);
  };
  const submit = () => state === 'ready' && save.mutate(typed.trim(), { onSuccess: () => setTyped(typed.trim()) });
  const refused = save.error === null ? undefined : describeFailure(save.error, text);
  const isWrong = state === 'not_allowed' || state === 'too_long';
  return (
    <form
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label={text(`settings.profile.${field}`)}
        aside={
          <span className="num text-ink-3">
            {countCharacters(typed.trim())}/{max}
          </span>
        }
        value={typed}
        onChange={(event) => change(event.target.value)}
        autoComplete={field === 'nickname' ? 'nickname' : 'off'}
        enterKeyHint="done"
        error={isWrong ? text('settings.profile.rule', { minimum: min, maximum: max }) : refused}
        hint={text('settings.profile.rule', { minimum: min, maximum: max })}
        end={
          <SaveState isReady={state === 'ready'} isBusy={save.isPending} isSaved={save.isSuccess && state === 'same'} />
        }
      />
    </form>
  );
}

/** Shows the save state: nothing, save button, or saved. Reserves its space, so that the line never jumps. */
function SaveState({ isReady, isBusy, isSaved }: { isReady: boolean; isBusy: boolean; isSaved: boolean }) {
  const text = useText();
  return (
    <span className="flex min-h-9 items-center" role="status">
      {isSaved && (
        <span className="flex items-center gap-1 text-label text-ok">
          <Icon name="check" size={16} />
          {text('settings.profile.saved')}
        </span>
      )}
      {(isReady || isBusy) && (
        <Button type="submit" size="small" tone="primary" busy={isBusy}>
          {text('settings.profile.save')}
        </Button>
      )}
    </span>
  );
}

/** Shows the fields that cannot be changed here. */
function ProfileFacts({ user }: { user: Output<typeof userInfo> }) {
  const text = useText();
  const locale = useLocale();
  const since = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(user.created_at);
  const facts = [
    [
      text('settings.profile.uid'),
      <Copied key="uid" message={String(user.id)} shown={inGroups(user.id)} label={text('settings.uid.copy')} />,
    ],
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

/** Groups the digits of an id by three, so that it can be read out. */
const inGroups = (id: bigint | string): string => String(id).replace(/\B(?=(\d{3})+$)/g, '\u202f');

function Copied({ message, shown = message, label }: { message: string; shown?: string; label: string }) {
  const text = useText();
  return (
    <CopyText
      text={message}
      shown={shown}
      label={label}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
    />
  );
}

/** Lets accounts opened before the country was required choose it from the list, and saves it once. */
function CountryChoice() {
  const text = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const picked = useChosenCountry('account')?.code;
  const save = useSaveCountry();
  const send = (country: string) =>
    save.mutate(country, {
      onSuccess: () => showToast(text('settings.profile.country.saved')),
      onError: (error) => showToast(describeFailure(error, text), 'error'),
    });
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {picked !== undefined && <span>{countryName(locale, picked)}</span>}
      <Button size="small" onClick={() => void navigate('/pages/setting/areas?for=account')}>
        {text('settings.profile.country.choose')}
      </Button>
      {picked !== undefined && (
        <Button size="small" tone="primary" busy={save.isPending} onClick={() => send(picked)}>
          {text('settings.profile.save')}
        </Button>
      )}
    </span>
  );
}

const countryName = (locale: string, code: string): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
