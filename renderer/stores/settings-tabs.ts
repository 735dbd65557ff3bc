import type { ParseKeys } from 'i18next'

/** Settings with one heading. */
export interface Section {
  title: ParseKeys
  text?: ParseKeys
  /** Said before and after the settings. */
  before?: readonly ParseKeys[]
  after?: readonly ParseKeys[]
  /** Two settings in a line. */
  sideBySide?: true
}

interface Tab {
  /** Who may open it: 'owner' where it is not said. */
  may?: 'anyone'
  /** Where it is there at some times only. */
  when?: 'selling' | 'connected'
  sections?: Readonly<Record<string, Section>>
}

/**
 * The tabs of Settings in their order, each with the sections of settings that it shows: the one place
 * to group settings in another way. What else a tab shows is in features/settings/settings-screen.tsx.
 */
export const settingsTabs = {
  connection: {},
  shop: {
    sections: {
      shop: { title: 'settings.shop.shop', sideBySide: true },
      newSale: {
        title: 'settings.shop.customer',
        text: 'settings.shop.customerHint',
        sideBySide: true,
      },
    },
  },
  charging: {
    sections: {
      presets: { title: 'charging.presets', text: 'charging.presetsText' },
      readBack: { title: 'charging.readBack', text: 'charging.readBackText' },
      networks: { title: 'charging.networks', text: 'charging.networksText' },
    },
  },
  receipts: {
    sections: {
      printing: { title: 'settings.receipts.when' },
      printer: { title: 'settings.receipts.where' },
      receipt: { title: 'settings.receipts.look' },
    },
  },
  timeouts: {
    sections: {
      mobileWaits: {
        title: 'settings.timeouts.mobile',
        text: 'settings.timeouts.mobileText',
        sideBySide: true,
      },
      cardWaits: {
        title: 'settings.timeouts.card',
        text: 'settings.timeouts.cardText',
        sideBySide: true,
      },
      queue: {
        title: 'settings.timeouts.queue',
        text: 'settings.timeouts.queueText',
        sideBySide: true,
      },
      watch: { title: 'settings.timeouts.watch', sideBySide: true },
    },
  },
  // The book is in the ledger: it is there while the till sells.
  customers: { may: 'anyone', when: 'selling' },
  words: { when: 'connected' },
  retention: {
    sections: {
      retention: {
        title: 'retention.title',
        text: 'retention.text',
        before: ['retention.notBack'],
        after: ['retention.yours', 'retention.open', 'retention.clock'],
      },
    },
  },
  staff: {
    sections: {
      idle: { title: 'staff.tab.idle', text: 'staff.tab.idleText' },
      pins: { title: 'staff.tab.pins', text: 'staff.tab.pinsText' },
    },
  },
  record: {},
  display: {
    may: 'anyone',
    sections: {
      language: { title: 'settings.display.language' },
      theme: { title: 'settings.display.theme' },
      textSize: { title: 'settings.display.textSize' },
    },
  },
  alerts: {
    may: 'anyone',
    sections: {
      volume: { title: 'settings.alerts.volume' },
      spoken: { title: 'settings.alerts.spoken', text: 'settings.alerts.spokenText' },
      waitingTick: { title: 'settings.alerts.waitingTick' },
      notices: { title: 'settings.alerts.notices', text: 'settings.alerts.noticesText' },
      noticeAmounts: {
        title: 'settings.alerts.noticeAmounts',
        text: 'settings.alerts.amountsText',
      },
    },
  },
  customer: {
    when: 'connected',
    sections: {
      customerDisplay: { title: 'settings.customer.where', text: 'settings.customer.whereText' },
      customerLanguage: { title: 'settings.customer.language' },
    },
  },
  support: { may: 'anyone' },
} as const satisfies Record<string, Tab>

export type SettingsTab = keyof typeof settingsTabs

type SectionsOf<Each> = Each extends { sections: infer Sections } ? keyof Sections : never

export type SectionName = SectionsOf<(typeof settingsTabs)[SettingsTab]>

/** Every tab, as the screen reads it. */
export const allTabs = Object.entries<Tab>(settingsTabs) as readonly [SettingsTab, Tab][]

/** The sections of a tab, in their order. */
export function sectionsOf(tab: SettingsTab): readonly [SectionName, Section][] {
  const { sections = {} }: Tab = settingsTabs[tab]
  return Object.entries(sections) as [SectionName, Section][]
}
