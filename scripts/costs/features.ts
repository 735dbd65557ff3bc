/** What belongs to a feature: files by their paths, texts by their keys in the language files. */
export interface Feature {
  name: string
  paths: readonly RegExp[]
  texts: readonly RegExp[]
}

/** In this order: a file or a text belongs to the first feature that it fits. What fits none is the payment itself. */
export const features: readonly Feature[] = [
  {
    name: 'A shop of several tills',
    paths: [
      /main\/shop\//,
      /\bshop-(database|meeting|of-tills|copied|hand-over|lease|planted|demo|save|receiver)/,
      /webhook|lost-till|other-tills?\b|across-tills|settings\/shop\b|support\/shop\/|simulation\/shop|postgres/,
      /docs\/(scale|managed-|restore-shop|evidence\/scale)|00(26|28|36)-/,
    ],
    texts: [/^(shopDatabase|lostTill|meeting)\b/, /otherTill|othersNotAsked/i],
  },
  {
    name: 'Practice',
    paths: [/practice/, /scenarios/],
    texts: [/^(scenarios|tutorial)\b/, /practice/i],
  },
  {
    name: 'Backup and going on from one',
    paths: [/\bbackup|restore|snapshot|cloud-folder|00(37)-/],
    texts: [/^backup\b/, /backup/i],
  },
  {
    name: 'Updates',
    paths: [/update/, /0038-/],
    texts: [/^updates?\b/, /^errors\.update/],
  },
  {
    name: 'People, PINs and approvals',
    paths: [
      /main\/people\/|features\/access\/|settings\/people\/|\bstaff|pin-|shared\/person|0013-/,
    ],
    texts: [/^(staff|proof)\b/],
  },
  {
    name: 'Keys, passphrase, recovery code, sealed file',
    paths: [
      /store\/(key|till-|passphrase|recovery-code|derivation|lockouts|open-till|secret)|keychain|stolen-disk|0040-|docs\/security/,
    ],
    texts: [/^(passphrase|recoveryCode|closed|olderTill|locked)\b/],
  },
  {
    name: 'Disks that fail, damaged ledgers',
    paths: [/store\/(recovery|database)\/|features\/recovery|disk|damage|salvage|quarantine|0012-/],
    texts: [/^(blocked|recovered|integrity)\b/],
  },
  {
    name: 'Receipts and printers',
    paths: [/printing|printer|receipt|escpos|00(18|39)-/],
    texts: [/^(receipts|slip|sentText)\b/, /receipt/i],
  },
  {
    name: 'The day and its closing',
    paths: [/cash-up|\bday\b|day-|\bshift|closing|totals|check-records|00(19|20)-/],
    texts: [/^day\b/],
  },
  {
    name: 'Items',
    paths: [/items?\b|\bscan\b|bar-?code/],
    texts: [/^items\b/],
  },
  {
    name: 'Customers',
    paths: [/customers?-book|customers\b|retention|00(14|21)-/],
    texts: [/^(customers|retention)\b/],
  },
  {
    name: 'The customer’s window',
    paths: [/customer-(display|view|window|scene|pictures)|pages\/customer|\bdisplay\.|0017-/],
    texts: [/^customerScreen\b/],
  },
  {
    name: 'Finding payments, files for a spreadsheet',
    paths: [/features\/history|search|export|sale-file|reference-lookup|0015-/],
    texts: [/^(history|search|exportFile|payments)\b/],
  },
  {
    name: 'Results that are heard',
    paths: [/notif|unseen|results?\b|ui\/sound|alerts|0016-/],
    texts: [/^(news|result|spoken)\b/],
  },
  {
    name: 'A clock that is wrong',
    paths: [/clock-(notice|fault)|wrong-clock|time-zone/],
    texts: [/^clock\b/],
  },
  {
    name: 'Support file and log',
    paths: [/support-file|file-log|settings\/support\/|features\/support/],
    texts: [/support/i],
  },
  {
    name: 'Help and first run',
    paths: [/onboarding|help|tutorial|first-run/],
    texts: [/^(help|shortcuts|firstRun|setUp)\b/],
  },
  {
    name: 'Settings of the connection',
    paths: [/main\/connections\/|settings\/service\/|authorit|tls-trust|00(05|07|22)-/],
    texts: [/^(connection|authority|notConnected)\b/],
  },
]
