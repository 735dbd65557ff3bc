import type { ParseKeys } from 'i18next'

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
  when?: 'connected' | 'staffed'
  sections?: Readonly<Record<string, Section>>
}

/**
 * The groups of Settings, each a page with tabs, and the sections of settings that each tab shows: the one
 * place to group settings in another way. What else a tab shows is in features/settings/settings-screen.tsx.
 */
export const settingsGroups = {
  shop: {
    shop: { sections: { shop: { title: 'settings.tab.shop', sideBySide: true } } },
    receipts: {
      sections: {
        printing: { title: 'settings.receipts.when' },
        printer: { title: 'settings.receipts.printer' },
        receipt: { title: 'settings.receipts.content' },
      },
    },
  },
  selling: {
    items: { sections: { items: { title: 'settings.tab.items', text: 'items.text' } } },
    amounts: {
      sections: {
        cash: { title: 'channel.cash', text: 'charging.cashText' },
        usual: { title: 'charging.usual', text: 'charging.usualText' },
        readBack: { title: 'charging.readBack', text: 'charging.readBackText' },
        discounts: { title: 'items.discounts' },
      },
    },
    newSale: {
      sections: {
        newSale: {
          title: 'settings.tab.newSale',
          text: 'settings.shop.customerHint',
          sideBySide: true,
        },
      },
    },
    networks: {
      sections: { networks: { title: 'settings.tab.networks', text: 'charging.networksText' } },
    },
    timeouts: {
      sections: {
        mobileWaits: {
          title: 'settings.timeouts.mobile',
          sideBySide: true,
        },
        cardWaits: {
          title: 'settings.timeouts.card',
          sideBySide: true,
        },
        queue: {
          title: 'settings.timeouts.queue',
          sideBySide: true,
        },
        watch: { title: 'settings.timeouts.watch', sideBySide: true },
      },
    },
  },
  screen: {
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
        volume: { title: 'settings.tab.alerts' },
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
        shownNumber: { title: 'settings.customer.number', text: 'settings.customer.numberText' },
      },
    },
  },
  people: {
    staff: {},
    lock: {
      when: 'staffed',
      sections: {
        idle: { title: 'settings.tab.lock', text: 'staff.tab.idleText' },
        pins: { title: 'staff.tab.pins', text: 'staff.tab.pinsText' },
      },
    },
    auditLog: {},
    retention: {
      sections: {
        retention: {
          title: 'retention.title',
          text: 'retention.text',
          before: ['retention.notBack'],
          after: ['retention.yours', 'retention.shop', 'retention.open'],
        },
      },
    },
  },
  service: { connection: {}, shopDatabase: {} },
  support: { support: { may: 'anyone' } },
} as const satisfies Record<string, Record<string, Tab>>

export type SettingsGroup = keyof typeof settingsGroups

type Groups = typeof settingsGroups

/** A tab of a group's page. No two groups have one of the same name. */
export type SettingsTab = { [Group in SettingsGroup]: keyof Groups[Group] }[SettingsGroup]

type TabsOf<Group> = Group[keyof Group]

type SectionsOf<Each> = Each extends { sections: infer Sections } ? keyof Sections : never

export type SectionName = {
  [Group in SettingsGroup]: SectionsOf<TabsOf<Groups[Group]>>
}[SettingsGroup]

/** A tab as the screen reads it, with the group it is in. */
export interface PlacedTab extends Tab {
  name: SettingsTab
  group: SettingsGroup
}

/** Every tab, in the order of the screen. */
export const allTabs: readonly PlacedTab[] = Object.entries(settingsGroups).flatMap(
  ([group, tabs]) =>
    Object.entries<Tab>(tabs).map(([name, tab]) => ({
      ...tab,
      name: name as SettingsTab,
      group: group as SettingsGroup,
    })),
)

/** The sections of a tab, in their order. */
export function sectionsOf(tab: SettingsTab): readonly [SectionName, Section][] {
  const { sections = {} } = allTabs.find(({ name }) => name === tab) ?? {}
  return Object.entries(sections) as [SectionName, Section][]
}

/** The tabs that are there now, and of them those that this person may open. */
export function tabsFor(
  isOwner: boolean,
  is: Readonly<Record<'connected' | 'staffed', boolean>>,
): { open: readonly PlacedTab[]; locked: readonly PlacedTab[] } {
  const there = allTabs.filter(({ when }) => when === undefined || is[when])
  const mayOpen = ({ may }: PlacedTab) => isOwner || may === 'anyone'
  return { open: there.filter(mayOpen), locked: there.filter(tab => !mayOpen(tab)) }
}
