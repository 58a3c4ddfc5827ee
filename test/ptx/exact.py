"""Functions to 50 digits and more, by series in decimals: what f64 code is held
against."""
import math
from decimal import ROUND_HALF_EVEN, Decimal, getcontext, localcontext

DIGITS = 60
getcontext().prec = DIGITS
getcontext().Emin, getcontext().Emax = -999999, 999999


def _pi(digits):
    """Machin's formula."""
    with localcontext() as context:
        context.prec = digits + 10

        def inverse(n):
            term = total = Decimal(1) / n
            k = 1
            while abs(term) > Decimal(10) ** -(digits + 8):
                term /= -n * n
                k += 2
                total += term / k
            return total

        return 4 * (4 * inverse(5) - inverse(239))


PI_LONG = _pi(400)


def _sum(term, ratio):
    """term, then each the last times ratio(k), while they count."""
    total, k = Decimal(0), 0
    while term and abs(term) > abs(total) * Decimal(10) ** -DIGITS:
        total += term
        k += 1
        term *= ratio(k)
    return total


def _reduced(x):
    """Quarter turns, and what is left."""
    with localcontext() as context:
        context.prec = 400
        q = (x / (PI_LONG / 2)).to_integral_value(ROUND_HALF_EVEN)
        return int(q) % 4, +(x - q * PI_LONG / 2)


def _wave(x, ahead):
    q, r = _reduced(x)
    q = (q + ahead) % 4
    square = -r * r
    if q % 2:
        value = _sum(Decimal(1), lambda k: square / ((2 * k - 1) * (2 * k)))
    else:
        value = _sum(r, lambda k: square / ((2 * k) * (2 * k + 1)))
    return -value if q >= 2 else value


def sin(x):
    return _wave(x, 0)


def cos(x):
    return _wave(x, 1)


def tan(x):
    return sin(x) / cos(x)


def exp(x):
    return x.exp()


def expm1(x):
    if abs(x) < Decimal("0.1"):
        return _sum(x, lambda k: x / (k + 1))
    return x.exp() - 1


def log(x):
    return x.ln()


def log1p(x):
    if abs(x) < Decimal("1e-30"):
        return x - x * x / 2
    return (1 + x).ln() if abs(x) > Decimal("1e-8") else 2 * atanh(x / (2 + x))


def sinh(x):
    if abs(x) < Decimal("0.1"):
        return _sum(x, lambda k: x * x / ((2 * k) * (2 * k + 1)))
    return (x.exp() - (-x).exp()) / 2


def cosh(x):
    return (x.exp() + (-x).exp()) / 2


def tanh(x):
    return Decimal(1).copy_sign(x) if abs(x) > 100 else sinh(x) / cosh(x)


def atanh(x):
    if abs(x) < Decimal("0.01"):
        total, power, k = Decimal(0), x, 1
        while power and abs(power) > abs(x) * Decimal(10) ** -DIGITS:
            total += power / k
            power *= x * x
            k += 2
        return total
    return ((1 + x) / (1 - x)).ln() / 2


def asinh(x):
    a = abs(x)
    return log1p(a + a * a / (1 + (a * a + 1).sqrt())).copy_sign(x)


def acosh(x):
    return log1p(x - 1 + ((x - 1) * (x + 1)).sqrt())


def atan(x):
    if abs(x) > 1:
        return (PI_LONG / 2).copy_sign(x) - atan(1 / x)
    halvings = 0
    while abs(x) > Decimal("0.05"):
        x = x / (1 + (1 + x * x).sqrt())
        halvings += 1
    total, power, k = Decimal(0), x, 1
    while power and abs(power) > abs(x) * Decimal(10) ** -DIGITS:
        total += power / k
        power *= -x * x
        k += 2
    return total * 2**halvings


def atan2(y, x):
    if x == 0:
        return (PI_LONG / 2).copy_sign(y)
    value = atan(y / x)
    return value if x > 0 else value + PI_LONG.copy_sign(y)


def asin(x):
    if abs(x) == 1:
        return (PI_LONG / 2).copy_sign(x)
    return atan(x / ((1 - x) * (1 + x)).sqrt())


def acos(x):
    if x == -1:
        return +PI_LONG
    return 2 * atan(((1 - x) / (1 + x)).sqrt())


def erf(x):
    with localcontext() as context:
        context.prec = DIGITS + int(x * x / 2) + 10
        term = total = 2 * x / PI_LONG.sqrt() * (-x * x).exp()
        k = 0
        while abs(term) > abs(total) * Decimal(10) ** -context.prec:
            k += 1
            term *= 2 * x * x / (2 * k + 1)
            total += term
        return +total


def erfc(x):
    with localcontext() as context:
        context.prec = DIGITS + int(x * x / 2) + 10
        return 1 - erf(x)


def cbrt(x):
    return ((abs(x).ln() / 3).exp()).copy_sign(x) if x else x


def power(x, y):
    if x < 0:
        value = (y * (-x).ln()).exp()
        return -value if int(y) % 2 else value
    return (y * x.ln()).exp()


def remainder(x, y):
    with localcontext() as context:
        context.prec = 700
        return x % y


def of_doubles(function):
    """The function of doubles, to the nearest double; specials and what is no
    number from `math` itself."""

    def rounded(*values):
        exact = function(*map(Decimal, values))
        return float(exact) if abs(exact) < Decimal(2) ** 1024 else math.copysign(math.inf, exact)

    return rounded
