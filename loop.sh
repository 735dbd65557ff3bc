for i in $(seq 1 4); do npx vitest run tests/unit/main/store/damage.test.ts -t 'wherever the bit' 2>&1 | grep -E "FOUND|SQLITE|Error|Tests " | head -6; done
