import type en from '../../resources/languages/en.json'

type Live = (typeof en)['live']
type History = (typeof en)['history']

/** The names of texts, as the language file has them: a text that is not there does not compile. */
export type MeaningKey = keyof Live['meaning']
export type AdviceTextKey = keyof Live['advice']
export type SentenceKey = keyof Live['say']
export type HistoryEventKey = keyof History['event']
export type StepKey = Exclude<keyof History['step'], 'until'>
