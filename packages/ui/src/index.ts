export { AmountText, amountForSpeech } from './data/amount-text.tsx';
export { ChangePill, ChangeText } from './data/change.tsx';
export { CountRing } from './data/count-ring.tsx';
export { CountdownRing, CountdownText } from './data/countdown.tsx';
export { AreaCurve, Sparkline } from './data/curve.tsx';
export type { Card as ShareCard } from './data/draw-card.ts';
export { Graduations } from './data/graduations.tsx';
export { CopyText } from './data/identifiers/copy-text.tsx';
export { AddressText, Hash } from './data/identifiers/identifiers.tsx';
export { QrCode } from './data/identifiers/qr-code.tsx';
export { groupsOfFour, shortAddress } from './data/identifiers/short-text.ts';
export { InfiniteList } from './data/infinite-list.tsx';
export { Key, KeyHints } from './data/key-hints.tsx';
export { ListEnd } from './data/list-end.tsx';
export { ListHeader } from './data/list-header.tsx';
export { LastKnown, ListFailed } from './data/list-states.tsx';
export { Level, Steps } from './data/meters.tsx';
export { Num } from './data/num.tsx';
export { PagedList } from './data/paged-list.tsx';
export { Price } from './data/price.tsx';
export { ProgressBar } from './data/progress-bar.tsx';
export { Facts, MenuRow, Row } from './data/rows.tsx';
export { ShareActions, SharePicture } from './data/share-picture.tsx';
export { nextSort, type Sort } from './data/sort-order.ts';
export { StatGrid } from './data/stat-grid.tsx';
export { StepTimeline } from './data/step-timeline.tsx';
export { Tag } from './data/tag.tsx';
export { createThrottle, useThrottled } from './data/throttle.ts';
export { durationText, momentText, zoneText } from './data/time-text.ts';
export { caretAfter, readPastedAmount, typeAmount } from './entry/amount/amount-entry.ts';
export { AmountField } from './entry/amount/amount-field.tsx';
export { AmountLine } from './entry/amount/amount-line.tsx';
export { MarkSlider } from './entry/amount/mark-slider.tsx';
export { PercentSlider } from './entry/amount/percent-slider.tsx';
export { Stepper } from './entry/amount/stepper.tsx';
export { Button, buttonClass, IconButton } from './entry/button.tsx';
export { AgreementCheck } from './entry/choice/agreement-check.tsx';
export { Checkbox } from './entry/choice/checkbox.tsx';
export { ChipChecks, ChipGroup } from './entry/choice/chips.tsx';
export { Choices } from './entry/choice/choices.tsx';
export { DaysChip } from './entry/choice/days-chip.tsx';
export { ChoiceChip, FilterChip } from './entry/choice/filter-chip.tsx';
export { PickerList } from './entry/choice/picker-list.tsx';
export { RadioList } from './entry/choice/radio-list.tsx';
export { ReorderList } from './entry/choice/reorder-list.tsx';
export { Segmented } from './entry/choice/segmented.tsx';
export { SelectButton } from './entry/choice/select-button.tsx';
export { Switch, SwitchRow } from './entry/choice/switch.tsx';
export { CodeField } from './entry/code-field.tsx';
export { CodeSender } from './entry/code-sender.tsx';
export { Field } from './entry/field.tsx';
export { allowHaptics, canVibrate, tick } from './entry/haptics.ts';
export { PasswordField } from './entry/password-field.tsx';
export { PinPad } from './entry/pin-pad.tsx';
export { SearchField } from './entry/search-field.tsx';
export { Tabs } from './entry/tabs.tsx';
export { Uploader } from './entry/uploader.tsx';
export { useHold } from './entry/use-hold.ts';
export { ActionSheet } from './feedback/action-sheet.tsx';
export { CoachMark } from './feedback/coach-mark.tsx';
export { SkeletonCard, SkeletonChart } from './feedback/data-skeletons.tsx';
export { Dialog } from './feedback/dialog.tsx';
export { FullSheet } from './feedback/full-sheet.tsx';
export { NoticeCard } from './feedback/notice-card.tsx';
export { dismissAllNotices, dismissNotice, type Notice, notify } from './feedback/notices.ts';
export { NotificationStack } from './feedback/notification-stack.tsx';
export { PullToRefresh } from './feedback/pull-to-refresh.tsx';
export { ResultView } from './feedback/result-view.tsx';
export { RiskBanner } from './feedback/risk-banner.tsx';
export { type GateFact, type GateQuestion, RiskGate } from './feedback/risk-gate.tsx';
export { Sheet } from './feedback/sheet.tsx';
export { Delayed, Skeleton, SkeletonRows } from './feedback/skeleton.tsx';
export { Stale, StaleBadge } from './feedback/stale.tsx';
export { Banner, Empty, ErrorPanel, Note } from './feedback/states.tsx';
export { offerToast, showToast, ToastCard, Toaster } from './feedback/toast.tsx';
export { Avatar } from './icons/avatar.tsx';
export { CoinIcon } from './icons/coin-icon.tsx';
export { FlagIcon } from './icons/flag-icon.tsx';
export { Icon } from './icons/icon.tsx';
export type { IconName } from './icons/icon-names.ts';
export type {
  BookLabels,
  BookLevel,
  BookLevels,
  BookPosition,
  BookSide,
  BookSource,
  BookView,
} from './market/book/book-source.ts';
export { bookSteps } from './market/book/book-steps.ts';
export { DepthChart } from './market/book/depth-chart.tsx';
export { groupLevels, nearLevels } from './market/book/group-levels.ts';
export { OrderBook } from './market/book/order-book.tsx';
export { type TapeRow, type TapeSource, TradesTape } from './market/book/trades-tape.tsx';
export { usualParams } from './market/kline/indicators.ts';
export { KlineChart } from './market/kline/kline-chart.tsx';
export type {
  CandleStyle,
  KlineBar,
  KlineDrag,
  KlineHandle,
  KlineIndicator,
  KlineLabels,
  KlineMark,
  KlinePage,
  KlineParams,
  KlinePeriod,
  KlineSource,
  KlineState,
  KlineTrade,
} from './market/kline/kline-source.ts';
export { LevelLine } from './market/level-line.tsx';
export { MarketGhost } from './market/market-ghost.tsx';
export {
  MarketBox,
  MarketFace,
  type MarketLine,
  MarketRow,
  marketRowClass,
  PairName,
} from './market/market-row.tsx';
export { PairIcon } from './market/pair-icon.tsx';
export { RangeLine } from './market/range-line.tsx';
export { SplitLine } from './market/split-line.tsx';
export { DemoMark, DemoTag, FrameBadge, FrameName, PageScroll, PageTitle } from './shell/frame.tsx';
export { useKeyboardOpen } from './shell/keyboard.ts';
export { Logo, Mark, Waterline } from './shell/logo.tsx';
export { NavBar } from './shell/nav-bar.tsx';
export { Page } from './shell/page.tsx';
export { Panel, PanelHelp } from './shell/panel.tsx';
export { StickyActionBar } from './shell/sticky-action-bar.tsx';
export { TabBar, TabFace, tabClass } from './shell/tab-bar.tsx';
