import { Navigate, Route, Routes } from 'react-router';
import { useSession } from '../data/session.ts';
import { ChangesScreen } from '../features/changes/changes-screen.tsx';
import { ClaimsScreen } from '../features/claims/claims-screen.tsx';
import { PayoutsScreen } from '../features/payouts/payouts-screen.tsx';
import { PeopleScreen } from '../features/people/people-screen.tsx';
import { QueueScreen } from '../features/queue/queue-screen.tsx';
import { CaseScreen } from '../features/review/case-screen.tsx';
import { ReviewScreen } from '../features/review/review-screen.tsx';
import { AccountScreen } from '../features/session/account-screen.tsx';
import { EnrolScreen } from '../features/session/enrol-screen.tsx';
import { LoginScreen } from '../features/session/login-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { SwitchesScreen } from '../features/switches/switches-screen.tsx';
import { TrailScreen } from '../features/trail/trail-screen.tsx';
import { UserScreen } from '../features/users/user-screen.tsx';
import { UsersScreen } from '../features/users/users-screen.tsx';
import { WithdrawalsScreen } from '../features/withdrawals/withdrawals-screen.tsx';
import { Frame } from './frame.tsx';
import { entriesFor } from './page-list.ts';

/** Chooses the page. Without a session there is a login and the way to use an invitation, and nothing else. */
export function Pages() {
  const session = useSession((held) => held.session);
  if (session === undefined)
    return (
      <Routes>
        <Route path="/enrol" element={<EnrolScreen />} />
        <Route path="*" element={<LoginScreen />} />
      </Routes>
    );
  const isListed = (path: string) => entriesFor(session.roles).some((entry) => entry.path === path);
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<QueueScreen />} />
        <Route path="/changes" element={<ChangesScreen />} />
        <Route path="/settings" element={<SettingsScreen />} />
        <Route path="/switches" element={<SwitchesScreen />} />
        <Route path="/trail" element={<TrailScreen />} />
        <Route path="/me" element={<AccountScreen />} />
        {isListed('/identity') && <Route path="/identity" element={<ReviewScreen />} />}
        {isListed('/identity') && <Route path="/identity/case" element={<CaseScreen />} />}
        {isListed('/deposits') && <Route path="/deposits" element={<ClaimsScreen />} />}
        {isListed('/withdrawals') && <Route path="/withdrawals" element={<WithdrawalsScreen />} />}
        {isListed('/payouts') && <Route path="/payouts" element={<PayoutsScreen />} />}
        {isListed('/people') && <Route path="/people" element={<PeopleScreen />} />}
        {isListed('/users') && <Route path="/users" element={<UsersScreen />} />}
        {isListed('/users') && <Route path="/users/:id" element={<UserScreen />} />}
        <Route path="*" element={<Navigate to="/" replace />} />
      </Route>
    </Routes>
  );
}
