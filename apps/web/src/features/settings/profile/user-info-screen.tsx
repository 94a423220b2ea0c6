import { Delayed, ErrorPanel, NavBar, Page, Skeleton } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { Portrait } from './portrait.tsx';
import { useProfile } from './profile.ts';
import { ProfileFacts } from './profile-facts.tsx';
import { ProfileFieldView } from './profile-field-view.tsx';

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
